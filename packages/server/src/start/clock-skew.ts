import { sql } from 'kysely';
import type { Database } from '../ground/database/database.ts';
import { rawQuery } from '../ground/database/statement.ts';

/** Leases and the order of webhooks tolerate less than this between two processes. */
const mostApartMs = 2_000;

const readClock = sql<{ readonly ms: number }>`
  select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`;

/**
 * Returns a warning for the operator if the clock of this process differs from that of PostgreSQL, and so probably from
 * those of the other processes; otherwise `undefined`.
 */
export async function clockSkewWarning(
  database: Database,
  nowMs: () => number = Date.now,
): Promise<string | undefined> {
  if (database.engine !== 'postgres') return undefined;
  const [ahead] = await database.read(async (unit) => {
    const beforeMs = nowMs();
    const found = await unit.select((db) => rawQuery(readClock, db));
    const afterMs = nowMs();
    // A time between the two readings of this process is no difference.
    return found.map(({ ms }) => (ms < beforeMs ? beforeMs - ms : Math.min(0, afterMs - ms)));
  });
  if (ahead === undefined || Math.abs(ahead) <= mostApartMs) return undefined;
  const difference = `${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this process is ${difference} that of PostgreSQL: where processes differ, webhooks are sent twice and out of order. Set all clocks by one source, see "Several processes" in docs/operations.md.`;
}
