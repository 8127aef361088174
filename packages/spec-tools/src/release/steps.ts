/** How long each part of a release took. */
export interface Step {
  readonly name: string;
  readonly milliseconds: number;
}

/** Runs one part after the other and says on standard error which one it is at; standard output is for the outcome. */
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
