/** A named set of data that the sandbox creates. */
export interface SandboxFixture {
  readonly name: string;
  readonly makes: string;
  readonly afterSeconds: number;
}

/** How the sandbox causes the event of a webhook. */
export interface SandboxTrigger {
  readonly cause: string;
  readonly afterSeconds: number;
}
