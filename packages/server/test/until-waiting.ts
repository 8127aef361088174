import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/ground/database/database.ts';
import { rawQuery } from '../src/ground/database/statement.ts';

const blocked = sql<{ readonly count: number }>`
  select count(distinct waiting.pid)::integer as count from pg_locks waiting
  where not waiting.granted and exists (
    select from pg_locks held
    where held.pid = waiting.pid and held.database = (select oid from pg_database where datname = current_database())
  )`;

/** The units that wait for a lock of PostgreSQL, or for the one writer of SQLite. */
async function waitingIn(database: Database): Promise<number> {
  if (database.engine === 'sqlite') return database.load?.().waiting ?? 0;
  const [found] = await database.read((unit) => unit.select((db) => rawQuery(blocked, db)));
  return found?.count ?? 0;
}

/** Resolves when each of these requests or units waits for a unit that the test holds open, or has ended. */
export async function untilWaiting(database: Database, ...begun: readonly Promise<unknown>[]): Promise<void> {
  let ended = 0;
  const count = (): void => {
    ended += 1;
  };
  for (const one of begun) void one.then(count, count);
  while (ended + (await waitingIn(database)) < begun.length) await delay(2);
}
