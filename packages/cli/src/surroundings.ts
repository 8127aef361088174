import type { Send } from '@payments-platform/client';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command is given of the world, so that a test can be the world. */
export interface Surroundings {
  readonly environment: Environment;
  /** Where relative paths begin. */
  readonly folder: string;
  /** Standard output, for what was asked for. */
  readonly print: (text: string) => void;
  /** Standard error, for everything else. */
  readonly tell: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** Asks for a line on the terminal, a secret one without showing it; `undefined` where there is nobody to ask. */
  readonly ask: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  readonly isTerminal: boolean;
  /** How many characters a line of the terminal takes. */
  readonly columns: number;
  /** Ends what runs until it is ended. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Sends a request to the platform; the global `fetch` where it is left out. */
  readonly send?: Send;
}
