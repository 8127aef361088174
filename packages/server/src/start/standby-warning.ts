import { sql } from 'kysely';
import type { Database } from '../ground/database/database.ts';
import { rawQuery } from '../ground/database/statement.ts';

// A user without the privilege to see the state of a standby still sees that there is one.
const countUnawaited = sql<{ readonly count: number }>`
  select count(*)::int as count from pg_stat_replication
  where coalesce(state, 'streaming') = 'streaming' and current_setting('synchronous_standby_names') = ''`;

/** Returns a warning for the operator if PostgreSQL has standbys and waits for none of them; otherwise `undefined`. */
export async function standbyWarning(database: Database): Promise<string | undefined> {
  if (database.engine !== 'postgres') return undefined;
  const [found] = await database.read((unit) => unit.select((db) => rawQuery(countUnawaited, db)));
  if (found === undefined || found.count === 0) return undefined;
  const standbys = found.count === 1 ? 'a standby' : `${found.count} standbys`;
  return `PostgreSQL has ${standbys}, but waits for none (synchronous_standby_names is empty). When one takes over, acknowledged payments are lost. Name one there, see "Failover" in docs/operations.md.`;
}
