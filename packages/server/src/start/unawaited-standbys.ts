import { sql } from 'kysely';
import type { Database } from '../ground/database/database.ts';
import { rawQuery } from '../ground/database/statement.ts';

// Whoever may not see the state of a standby sees that there is one.
const countUnawaited = sql<{ readonly count: number }>`
  select count(*)::int as count from pg_stat_replication
  where coalesce(state, 'streaming') = 'streaming' and current_setting('synchronous_standby_names') = ''`;

/** What to tell the operator of PostgreSQL with standbys of which it waits for none; `undefined` where all is well. */
export async function unawaitedStandbys(database: Database): Promise<string | undefined> {
  if (database.engine !== 'postgres') return undefined;
  const [found] = await database.read((unit) => unit.select((db) => rawQuery(countUnawaited, db)));
  if (found === undefined || found.count === 0) return undefined;
  const standbys = found.count === 1 ? 'a standby' : `${found.count} standbys`;
  return `PostgreSQL has ${standbys}, and waits for none (synchronous_standby_names is empty): when one takes over, payments that were acknowledged are lost. Name one there, see "Failover" in docs/operations.md.`;
}
