/** The duration of each part of a release. */
export interface Step {
  readonly name: string;
  readonly milliseconds: number;
}

/** Runs the parts in order and reports each on standard error; standard output is for the result. */
export class Steps {
  readonly done: Step[] = [];
  readonly #isQuiet: boolean;

  constructor(isQuiet: boolean) {
    this.#isQuiet = isQuiet;
  }

  async run<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const start = performance.now();
    this.#say(name.padEnd(32));
    try {
      return await work();
    } finally {
      const milliseconds = Math.round(performance.now() - start);
      this.done.push({ name, milliseconds });
      this.#say(`${milliseconds} ms\n`);
    }
  }

  #say(text: string): void {
    if (!this.#isQuiet) process.stderr.write(text);
  }
}
