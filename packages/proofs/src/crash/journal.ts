import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';

/** What a client means to do; written down before it is sent, so that nothing sent is unknown afterwards. */
export interface Intent {
  readonly kind: 'INTENT';
  readonly intent: number;
  readonly operation: 'QUOTE' | 'QUOTE_AND_EXECUTE' | 'EXECUTE';
  readonly key: string;
  readonly accountId: string;
  /** The quote to execute. */
  readonly quoteId?: string;
}

/** What the server acknowledged. */
export interface Acknowledgement {
  readonly kind: 'ANSWER';
  readonly intent: number;
  readonly status: number;
  readonly isReplay: boolean;
  /** The whole answer: answers under one key must be the same, byte for byte. */
  readonly text: string;
}

/** What an account held before the load. */
export interface Funding {
  readonly kind: 'FUNDED';
  readonly accountId: string;
  readonly amountMinor: number;
}

/** A request that was told to come again. It is sent again until it is acknowledged. */
export interface Postponement {
  readonly kind: 'POSTPONED';
  readonly intent: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** What was done to the database or to a process, and how long it took afterwards. */
export interface Disturbance {
  readonly kind: 'DISTURBED';
  readonly fault: string;
  /** From the moment at which everything was there again to the first answer of each process. */
  readonly answeredMs: readonly number[];
  /** From the first payment that is acknowledged then to the first webhook that comes. */
  readonly deliveredMs: number;
}

/** A process of the server that ended although nobody told it to, or has been told to at last. */
export interface Ending {
  readonly kind: 'ENDED';
  readonly process: number;
  readonly wasAsked: boolean;
  /** Lines on standard error, and those of them that belong to stacks. */
  readonly lines: number;
  readonly stackLines: number;
}

export type JournalLine = Intent | Acknowledgement | Funding | Postponement | Disturbance | Ending;

export interface Journal {
  /** Resolves when the line is on disk. Lines that wait together are flushed together. */
  write(line: JournalLine): Promise<void>;
  close(): Promise<void>;
}

export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a');
  let waiting: (() => void)[] = [];
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const flushed = waiting;
      waiting = [];
      await new Promise<void>((resolve, reject) =>
        fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error))),
      );
      for (const resolve of flushed) resolve();
    }
    flushing = undefined;
  };
  return {
    write: (line) => {
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      return new Promise((resolve) => {
        waiting.push(resolve);
        flushing ??= flush();
      });
    },
    close: async () => {
      await flushing;
      closeSync(descriptor);
    },
  };
}

export function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line);
}
