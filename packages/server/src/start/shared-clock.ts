import { sql } from 'kysely';
import { type Clock, createMovableClock, realAnchor } from '../ground/clock/clock.ts';
import type { Database } from '../ground/database/database.ts';
import { rawQuery } from '../ground/database/statement.ts';

/** A clock within this of PostgreSQL's is left alone: leases, expiry and the order of webhooks tolerate it. */
const mostApartMs = 500;
/** A step of the machine's clock is looked for this often, and the difference is measured at least that often. */
const lookMs = 1_000;
const measureMs = 10_000;
/** How much a difference must change to be reported again. */
const newsMs = 2_000;

/** The clocks of a process. Its own one can be set at any time; the steady one cannot. */
interface Readings {
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
}

const ofProcess: Readings = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

export interface SharedClock {
  readonly clock: Clock;
  stop(): void;
}

const readClock = sql<{ readonly ms: number }>`
  select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`;

/**
 * Real time for one process. Processes that share a PostgreSQL share its clock: what one of them promises must not have
 * expired for another, and a lease must end for all at the same time. So a process whose own clock is not close to
 * PostgreSQL's adds the difference, and reports it.
 */
export async function openSharedClock(
  database: Database,
  tell: (line: string) => void,
  { wallMs, steadyMs }: Readings = ofProcess,
): Promise<SharedClock> {
  if (database.engine !== 'postgres') return { clock: createMovableClock(realAnchor, wallMs), stop: () => undefined };
  let behindMs = 0;
  let toldMs = 0;
  let leadMs = 0;
  let measuredAtMs = 0;

  const measure = async (): Promise<void> => {
    [leadMs, measuredAtMs] = [wallMs() - steadyMs(), steadyMs()];
    const found = await database.read(async (unit) => {
      const beforeMs = wallMs();
      const [row] = await unit.select((db) => rawQuery(readClock, db));
      const afterMs = wallMs();
      return row && { errorMs: (afterMs - beforeMs) / 2, behindMs: row.ms - (beforeMs + afterMs) / 2 };
    });
    // A time between the two readings of this process is no difference.
    if (found === undefined) return;
    const isApart = Math.abs(found.behindMs) - found.errorMs > mostApartMs;
    behindMs = isApart ? Math.round(found.behindMs) : 0;
    if (Math.abs(behindMs - toldMs) <= newsMs) return;
    toldMs = behindMs;
    tell(lineOf(behindMs));
  };
  await measure();
  let measuring: Promise<void> | undefined;
  const timer = setInterval(() => {
    const hasStepped = Math.abs(wallMs() - steadyMs() - leadMs) > mostApartMs;
    if (measuring !== undefined || (!hasStepped && steadyMs() - measuredAtMs < measureMs)) return;
    // Without an answer the last difference holds; the outage itself is reported elsewhere.
    measuring = measure()
      .catch(() => undefined)
      .finally(() => {
        measuring = undefined;
      });
  }, lookMs);
  timer.unref();
  return { clock: createMovableClock(realAnchor, () => wallMs() + behindMs), stop: () => clearInterval(timer) };
}

function lineOf(behindMs: number): string {
  if (behindMs === 0) return 'The clock of this process agrees with that of PostgreSQL again.';
  const difference = `${Math.round(Math.abs(behindMs) / 1000)} seconds ${behindMs < 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this process is ${difference} that of PostgreSQL, which it uses instead, as all processes of the database do. Set all clocks by one source, see "One clock" in docs/operations.md.`;
}
