import { endOfTime, epochMsOf } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DueDeps, DueWork, Report } from './due-work.ts';
import { TimerFloor } from './timer-floor.ts';
import {
  claimTimers,
  claimTimersOfTenant,
  moveTimer,
  nextTimerAt,
  nextTimerOfTenantAt,
  releaseTimer,
} from './timers.ts';
import { type Outcome, recordOutcomes, type SubjectKey } from './troubled-work.ts';

/** How due timers of a kind are processed. */
export interface TimerKind<Row, D extends DueDeps> {
  readonly kind: string;
  /** The most timers that are claimed at once. */
  readonly batchSize: number;
  /** After this real time, another worker may claim a claimed timer. */
  readonly leaseMs: number;
  readonly find: (unit: Unit, tenant: number, id: string) => Promise<Row | undefined>;
  /** Does the work for the subject, and sets or clears its timer in the unit that records the work. */
  readonly work: (deps: D, row: Row, report: Report) => Promise<void>;
}

/**
 * The due work of a kind of timer, subject by subject. If the work of a subject throws, only that subject is affected:
 * the others of the batch are done, and it is retried later.
 */
export function dueTimers<Row, D extends DueDeps>(timers: TimerKind<Row, D>): DueWork<D> {
  const { kind } = timers;
  const strandedIn = ofEachDatabase((): Stranded[] => []);
  const floorIn = ofEachDatabase(() => new TimerFloor(kind));
  return {
    name: kind,
    work: async (deps, report, tenant) => {
      const stranded = strandedIn(deps.database);
      if (stranded.length > 0) await giveBack(deps, kind, stranded);
      const leasedUntilMs = epochMsOf(deps.clock.now()) + timers.leaseMs;
      const { fromMs } = floorIn(deps.database);
      const keys = await claim(deps, timers, { leasedUntilMs, fromMs }, tenant);
      if (keys.length === 0) return 0;
      // A claim returns its rows in any order. Ids grow with time, so sorting by id starts the oldest first.
      const inOrder = keys.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const rows = await readRows(deps, timers, inOrder);
      const outcomes = await Promise.all(
        inOrder.map((key, index) =>
          outcomeOf(key, async () => timers.work(deps, (await rows[index]?.()) as Row, report)),
        ),
      );
      try {
        await recordOutcomes(deps, kind, outcomes, report, {
          setBack: (unit, key, retryAt) =>
            moveTimer(unit, { ...key, kind, leasedUntilMs, dueMs: epochMsOf(retryAt ?? endOfTime) }),
        });
      } catch (error) {
        stranded.push(...keys.map(({ tenant: of, id }) => ({ tenant: of, id, leasedUntilMs })));
        throw error;
      }
      return keys.length;
    },
    nextDueAt: async (unit, { clock, database }, isPolled) => {
      if (strandedIn(database).length > 0) return clock.now();
      return isPolled === true ? floorIn(database).nextAt(unit, clock.now()) : nextTimerAt(unit, kind);
    },
    nextDueAtOf: async (unit, { clock, clocks, database }, tenant) =>
      strandedIn(database).some((one) => one.tenant === tenant)
        ? clocks.of(tenant).now()
        : nextTimerOfTenantAt(unit, { tenant, kind, nowMs: epochMsOf(clock.now()) }),
  };
}

/** Timers that are leased to this process and whose outcome could not be recorded because the database was away. */
interface Stranded extends SubjectKey {
  readonly leasedUntilMs: number;
}

function ofEachDatabase<T>(make: () => T): (database: Database) => T {
  const made = new WeakMap<Database, T>();
  return (database) => {
    const known = made.get(database) ?? make();
    made.set(database, known);
    return known;
  };
}

/**
 * Makes them due again once the database is back, without waiting for the end of their lease. Completed work stays
 * done.
 */
async function giveBack({ database }: DueDeps, kind: string, stranded: Stranded[]): Promise<void> {
  const given = [...stranded];
  await database.transaction(async (unit) => {
    for (const one of given) releaseTimer(unit, { ...one, kind });
  });
  stranded.splice(0, given.length);
}

export async function outcomeOf({ tenant, id }: SubjectKey, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { tenant, id };
  } catch (thrown) {
    return { tenant, id, thrown };
  }
}

function claim<Row, D extends DueDeps>(
  { database, clock, clocks }: D,
  { kind, batchSize }: TimerKind<Row, D>,
  { leasedUntilMs, fromMs }: { readonly leasedUntilMs: number; readonly fromMs: number },
  tenant: number | undefined,
): Promise<SubjectKey[]> {
  const claimed = { kind, nowMs: epochMsOf(clock.now()), leasedUntilMs, limit: batchSize };
  if (tenant === undefined) return database.transaction((unit) => claimTimers(unit, { ...claimed, fromMs }));
  const shownMs = epochMsOf(clocks.of(tenant).now());
  return database.transaction((unit) => claimTimersOfTenant(unit, { ...claimed, tenant, shownMs }));
}

/**
 * Reads the subjects together, with the clocks of their platforms. If a subject cannot be read, for example because it
 * cannot be unsealed, they are read one by one, so that it does not block the others.
 */
async function readRows<Row, D extends DueDeps>(
  { database, clocks }: D,
  { kind, find }: TimerKind<Row, D>,
  keys: readonly SubjectKey[],
): Promise<(() => Promise<Row>)[]> {
  const found = async (unit: Unit, { tenant, id }: SubjectKey): Promise<Row> => {
    const row = await find(unit, tenant, id);
    if (row === undefined) throw new Error(`${id} of ${kind} is due but does not exist`);
    return row;
  };
  const tenants = [...new Set(keys.map(({ tenant }) => tenant))];
  try {
    const [rows] = await database.read((unit) =>
      Promise.all([
        Promise.all(keys.map((key) => found(unit, key))),
        Promise.all(tenants.map((tenant) => clocks.read(unit, tenant))),
      ]),
    );
    return rows.map((row) => async () => row);
  } catch {
    return keys.map((key) => () => database.read((unit) => found(unit, key)));
  }
}
