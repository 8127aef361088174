import type { Engine } from './statement.ts';
import type { Unit } from './unit.ts';

/** A durable store: when `transaction` resolves, its work is on disk. */
export interface Database {
  readonly engine: Engine;
  /** How many units at the same time use the store fully. More of them only wait for each other. */
  readonly parallelUnits?: number;
  /** The process time from which texts are packed. Without it, from the start. */
  readonly packsFromMs?: number;
  /**
   * Runs `work` as one unit and resolves after its commit is durable. A throw rolls the unit back. The work may run
   * again if the engine requires it (deadlock, a lost connection), so it must have no effects outside.
   */
  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on committed data only; again after a lost connection. */
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on the data of one moment, however long it takes and whatever commits meanwhile. */
  snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** The current load. */
  load?(): DatabaseLoad;
}

export interface DatabaseLoad {
  readonly busyConnections: number;
  readonly idleConnections: number;
  /** Units that wait for a connection, or for the one writer. */
  readonly waiting: number;
}

/** A unique constraint was violated. Repositories turn the expected ones into refusals. */
export class UniqueViolation extends Error {
  /** The name of the index or, on SQLite, the columns. */
  readonly rule: string;
  constructor(rule: string, cause: unknown) {
    super(`unique rule broken: ${rule}`, { cause });
    this.rule = rule;
  }
}

/** Why the store does not work: there is no answer, no space left, or it is busy. */
export type Shortage = 'AWAY' | 'FULL' | 'BUSY';

/**
 * The store does not work at the moment, and a repeat may succeed. It is not the fault of the request or of the row, so
 * it does not count as their failure. Unless the outcome is unknown, the unit was rolled back.
 */
export class DatabaseUnavailable extends Error {
  readonly shortage: Shortage;
  /** The commit was sent without an answer, and the store was away too long to find out. */
  readonly isOutcomeUnknown: boolean;
  constructor(shortage: Shortage, cause: unknown, isOutcomeUnknown = false, subject = 'the store is') {
    super(`${subject} ${shortage.toLowerCase()} (${textOf(cause)})`, { cause });
    this.shortage = shortage;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** One line. For a host with several addresses, a refused connection has a code but no message. */
function textOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return String(cause instanceof Error ? cause.message || code : cause).replaceAll(/\s+/g, ' ');
}

/** The store cannot be opened. The message is one line that says what to do. */
export class DatabaseUnusable extends Error {}
