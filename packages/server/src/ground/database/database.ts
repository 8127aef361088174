import type { Engine } from './statement.ts';
import type { Unit } from './unit.ts';

/** A durable store: what `transaction` resolved is on disk. */
export interface Database {
  readonly engine: Engine;
  /** From when on, in the time of the process, texts are packed; from the start where it is not said. */
  readonly packsFromMs?: number;
  /**
   * Runs `work` as one unit and resolves after its commit is durable. A throw undoes the unit.
   * The work may be run again when the engine demands it (deadlock, a lost connection), so it must not reach outside.
   */
  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on committed data only; again when the connection was lost. */
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on the data of one moment, however long it takes and whatever is committed meanwhile. */
  snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Who uses it at this moment. */
  load?(): DatabaseLoad;
}

export interface DatabaseLoad {
  readonly busyConnections: number;
  readonly idleConnections: number;
  /** Units that wait for a connection, or for the one writer. */
  readonly waiting: number;
}

/** A unique rule of the schema was broken; repositories turn the ones they expect into refusals. */
export class UniqueViolation extends Error {
  /** Names the index or, on SQLite, the columns. */
  readonly rule: string;
  constructor(rule: string, cause: unknown) {
    super(`unique rule broken: ${rule}`, { cause });
    this.rule = rule;
  }
}

/** Why the store cannot work: nobody answers, there is no room left, or others have taken all of it. */
export type Shortage = 'AWAY' | 'FULL' | 'BUSY';

/**
 * The store cannot work now, and a repeat may succeed. Neither the request nor the row that was worked on is at
 * fault, so it counts as no failure of theirs. Unless the outcome is unknown, the unit has left nothing behind.
 */
export class DatabaseUnavailable extends Error {
  readonly shortage: Shortage;
  /** The commit was sent, no answer came, and the store was away too long to find out. */
  readonly isOutcomeUnknown: boolean;
  constructor(shortage: Shortage, cause: unknown, isOutcomeUnknown = false, subject = 'the store is') {
    super(`${subject} ${shortage.toLowerCase()} (${textOf(cause)})`, { cause });
    this.shortage = shortage;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** One line; a refused connection has a code and no message where a host has several addresses. */
function textOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return String(cause instanceof Error ? cause.message || code : cause).replaceAll(/\s+/g, ' ');
}

/** The store cannot be opened; the message is one line that says what to do. */
export class DatabaseUnusable extends Error {}
