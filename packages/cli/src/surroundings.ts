import type { Send } from '@payments-platform/client';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a command, so that a test can replace it. */
export interface Surroundings {
  readonly environment: Environment;
  /** The folder that relative paths refer to. */
  readonly folder: string;
  /** Standard output, for results. */
  readonly print: (text: string) => void;
  /** Standard error, for everything else. */
  readonly tell: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /**
   * Prompts for a line on the terminal, without echo for a secret; `undefined` if there is no terminal. Returns
   * `undefined` if the user ends it.
   */
  readonly ask: ((question: string, isSecret: boolean) => Promise<string | undefined>) | undefined;
  readonly isTerminal: boolean;
  /** The width of the terminal in characters. */
  readonly columns: number;
  /** Aborts commands that run until they are stopped. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Sends a request to the platform; default: the global `fetch`. */
  readonly send?: Send;
}
