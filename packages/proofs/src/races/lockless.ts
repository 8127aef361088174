import type { Database } from '../../../server/src/ground/database/database.ts';
import { declaredStatements } from '../../../server/src/ground/database/statement.ts';
import { type Fault, faultyDatabase } from '../../../server/test/faulty-database.ts';

const lock = / for update$/;

/** The statements that lock what they find. */
export function lockingStatements(): string[] {
  return declaredStatements()
    .filter(({ bind }) => lock.test(bind('postgres', {}).text))
    .map(({ name }) => name);
}

/** A database in which a statement finds its rows without locking them. */
export function lockless(database: Database, statement: string | undefined): Database {
  const fault: Fault = { ...(statement !== undefined && { statement }), rewrite: (text) => text.replace(lock, '') };
  return statement === undefined ? database : faultyDatabase(database, fault);
}
