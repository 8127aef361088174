import type { Engine } from './statement.ts';
import type { Unit } from './unit.ts';

/** A durable store: what `transaction` resolved is on disk. */
export interface Database {
  readonly engine: Engine;
  /**
   * Runs `work` as one unit and resolves after its commit is durable. A throw undoes the unit.
   * The work may be run again when the engine asks for it (deadlock), so it must not reach outside.
   */
  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on committed data only. */
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Runs `work` on the data of one moment, however long it takes and whatever is committed meanwhile. */
  snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  close(): Promise<void>;
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

/** The store cannot be opened; the message is one line that tells the operator what to do. */
export class DatabaseUnusable extends Error {}
