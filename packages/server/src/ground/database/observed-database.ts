import type { Kysely } from 'kysely';
import { type Database, DatabaseUnavailable, type Shortage } from './database.ts';
import type { NewRow, Schema } from './schema.ts';
import type { Query, Statement } from './statement.ts';
import type { Unit } from './unit.ts';

/** A finished unit of work, for observers of the server. */
export interface FinishedUnit {
  readonly kind: 'transaction' | 'read';
  /** From the call to the result: the wait, the work, the commit. */
  readonly durationMs: number;
  /** The wait before its work began: for the writer, or for a connection. */
  readonly waitMs: number;
  /** How often its work ran. More than once if the engine required it or a connection was lost. */
  readonly runs: number;
  /** Refusals and bugs both count as rolled back. */
  readonly outcome: 'DONE' | 'UNDONE' | Shortage;
  /** Inserted rows of the counted table. */
  readonly inserted: number;
}

export type UnitListener = (finished: FinishedUnit) => void;

/** The same database, which reports each finished unit to a listener. The listener must return at once. */
export function observedDatabase(database: Database, counted: keyof Schema, listener: UnitListener): Database {
  const { engine, parallelUnits } = database;
  return {
    engine,
    ...(parallelUnits !== undefined && { parallelUnits }),
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

/** Counts inserted rows. Those of a unit that does not commit are dropped. */
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
