import type { Kysely } from 'kysely';
import { type Database, DatabaseUnavailable, type Shortage } from './database.ts';
import type { NewRow, Schema } from './schema.ts';
import type { Query, Statement } from './statement.ts';
import type { Unit } from './unit.ts';

/** A unit of work on the database that is over, for those who watch the server. */
export interface FinishedUnit {
  readonly kind: 'transaction' | 'read';
  /** From the call to the answer: the wait, the work, the commit. */
  readonly durationMs: number;
  /** Before its work began: in line for the writer, or for a connection. */
  readonly waitMs: number;
  /** How often its work was run; more than once where the engine demanded it or a connection was lost. */
  readonly runs: number;
  /** Undone are refusals and bugs alike. */
  readonly outcome: 'DONE' | 'UNDONE' | Shortage;
  /** Rows of the counted table that it has inserted. */
  readonly inserted: number;
}

export type UnitListener = (finished: FinishedUnit) => void;

/** The same database, which tells a listener of each unit once it is over. The listener returns at once. */
export function observedDatabase(database: Database, counted: keyof Schema, listener: UnitListener): Database {
  return {
    engine: database.engine,
    packsFromMs: database.packsFromMs ?? 0,
    transaction: (work) => {
      const watch = new UnitWatch('transaction', listener);
      return watch.until(
        database.transaction((unit) => {
          watch.begin();
          return work(new CountingUnit(unit, counted, watch));
        }),
      );
    },
    read: (work) => {
      const watch = new UnitWatch('read', listener);
      return watch.until(
        database.read((unit) => {
          watch.begin();
          return work(unit);
        }),
      );
    },
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
  };
}

class UnitWatch {
  readonly #kind: FinishedUnit['kind'];
  readonly #listener: UnitListener;
  readonly #calledMs = performance.now();
  #waitMs: number | undefined;
  #runs = 0;
  inserted = 0;

  constructor(kind: FinishedUnit['kind'], listener: UnitListener) {
    this.#kind = kind;
    this.#listener = listener;
  }

  begin(): void {
    this.#waitMs ??= performance.now() - this.#calledMs;
    this.#runs += 1;
    this.inserted = 0;
  }

  async until<T>(answer: Promise<T>): Promise<T> {
    try {
      const value = await answer;
      this.#tell('DONE');
      return value;
    } catch (error) {
      this.#tell(error instanceof DatabaseUnavailable ? error.shortage : 'UNDONE');
      throw error;
    }
  }

  #tell(outcome: FinishedUnit['outcome']): void {
    const durationMs = performance.now() - this.#calledMs;
    const inserted = outcome === 'DONE' ? this.inserted : 0;
    const [kind, waitMs, runs] = [this.#kind, this.#waitMs ?? durationMs, this.#runs];
    this.#listener({ kind, durationMs, waitMs, runs, outcome, inserted });
  }
}

/** Counts rows; what is not committed in the end was inserted by nobody. */
class CountingUnit implements Unit {
  readonly engine: Unit['engine'];
  readonly #unit: Unit;
  readonly #counted: keyof Schema;
  readonly #watch: UnitWatch;

  constructor(unit: Unit, counted: keyof Schema, watch: UnitWatch) {
    this.engine = unit.engine;
    this.#unit = unit;
    this.#counted = counted;
    this.#watch = watch;
  }

  all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return this.#unit.all(statement, parameters);
  }

  first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return this.#unit.first(statement, parameters);
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return this.#unit.run(statement, parameters);
  }

  write<P>(statement: Statement<P, unknown>, parameters: P): void {
    this.#unit.write(statement, parameters);
  }

  insert<T extends keyof Schema>(table: T, rows: readonly NewRow<T>[]): void {
    if (table === this.#counted) this.#watch.inserted += rows.length;
    this.#unit.insert(table, rows);
  }

  insertNow<T extends keyof Schema>(table: T, row: NewRow<T>): Promise<number> {
    return this.#unit.insertNow(table, row);
  }

  upsert<T extends keyof Schema>(table: T, key: readonly (keyof Schema[T] & string)[], row: NewRow<T>): void {
    this.#unit.upsert(table, key, row);
  }

  select<R>(build: (db: Kysely<Schema>) => Query<R>): Promise<R[]> {
    return this.#unit.select(build);
  }
}
