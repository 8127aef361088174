import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';

/** The intent of a client; recorded before it is sent, so that every sent request is known afterwards. */
export interface Intent {
  readonly kind: 'INTENT';
  readonly intent: number;
  readonly operation: 'QUOTE' | 'QUOTE_AND_EXECUTE' | 'EXECUTE';
  readonly key: string;
  readonly accountId: string;
  /** The quote to execute. */
  readonly quoteId?: string;
}

/** The request that the server acknowledged. */
export interface Acknowledgement {
  readonly kind: 'ANSWER';
  readonly intent: number;
  readonly status: number;
  /** The whole response: responses for one key must be the same, byte for byte. */
  readonly text: string;
}

/** The balance of an account before the load. */
interface Funding {
  readonly kind: 'FUNDED';
  readonly accountId: string;
  readonly amountMinor: number;
}

/** A request that got a retryable refusal. It is repeated until it is acknowledged. */
interface Postponement {
  readonly kind: 'POSTPONED';
  readonly intent: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** A disturbance of the database or a process, and the duration of the recovery. */
export interface Disturbance {
  readonly kind: 'DISTURBED';
  readonly fault: string;
  /** From the return of the infrastructure to the first response of each process. */
  readonly answeredMs: readonly number[];
  /** From the first acknowledged payment after it to the first webhook. */
  readonly deliveredMs: number;
}

/** A process of the server that ended, unexpectedly or at the end of the run. */
interface Ending {
  readonly kind: 'ENDED';
  readonly process: number;
  readonly wasAsked: boolean;
  /** Lines on standard error, and the number of those in stack traces. */
  readonly lines: number;
  readonly stackLines: number;
}

export type JournalLine = Intent | Acknowledgement | Funding | Postponement | Disturbance | Ending;

export interface Journal {
  /** Resolves when the line is on disk. Waiting lines are flushed together. */
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
