/** A named set of data that the sandbox makes. */
export interface SandboxFixture {
  readonly name: string;
  readonly makes: string;
  readonly afterSeconds: number;
}

/** How the sandbox makes the event of a webhook happen. */
export interface SandboxTrigger {
  readonly cause: string;
  readonly afterSeconds: number;
}
