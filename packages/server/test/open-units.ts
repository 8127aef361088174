import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../src/ground/database/database.ts';

export interface WatchedUnits {
  readonly database: Database;
  /** Whether the caller runs inside a unit of this database. */
  isInside(): boolean;
}

/** A database that shows whether code runs inside one of its units. */
export function watchUnits(database: Database): WatchedUnits {
  const units = new AsyncLocalStorage<true>();
  return {
    database: {
      engine: database.engine,
      transaction: (work) => database.transaction((unit) => units.run(true, () => work(unit))),
      read: (work) => database.read((unit) => units.run(true, () => work(unit))),
      snapshot: (work) => database.snapshot((unit) => units.run(true, () => work(unit))),
      close: () => database.close(),
    },
    isInside: () => units.getStore() ?? false,
  };
}
