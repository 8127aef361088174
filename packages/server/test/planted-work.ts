import { sql } from 'kysely';
import { rawQuery } from '../src/ground/database/statement.ts';
import type { TestServer } from './test-server.ts';

/** Writes rows that no version of the server writes. Returns the ids of those that the statement returns. */
export function spoil(server: TestServer, statement: string): Promise<{ readonly id: string }[]> {
  const text = sql.raw<{ id: string }>(statement);
  return server.bare.transaction((unit) => unit.select((db) => rawQuery(text, db)));
}

export interface Planted {
  readonly server: TestServer;
  /** The failing piece of work. */
  readonly id: string;
  /** Whether another piece of the same kind was done. */
  readonly isOtherDone: () => Promise<boolean>;
}
