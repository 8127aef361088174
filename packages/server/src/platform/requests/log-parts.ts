import { sql } from 'kysely';
import { dayMs, epochMsOf, type Instant, instantOf, secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';

/** The tables of the log, each with the id column that partitions it. */
const parted = { request_batches: 'id', request_marks: 'batch_id' } as const;
type Parted = keyof typeof parted;
const tables = Object.keys(parted) as readonly Parted[];

const weekMs = 7 * dayMs;
/** 1970 began on a Thursday. */
const firstMondayMs = 4 * dayMs;
/** This week and this many later ones have partitions, so a process may be late by as much. */
const weeksAhead = 2;
/** The longest that readers of the log wait while a partition is attached or dropped. No payment uses the log. */
const lockTimeoutMs = 0.2 * secondMs;

/** From one id (inclusive) to another (exclusive). */
interface Part {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const listed = statement<{ readonly table: string }, { readonly name: string; readonly bounds: string }>(
  'listPartsOfTable',
  (db, { table }) =>
    rawQuery(
      sql`select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table})`,
      db,
    ),
);

/** The partitions of a table, without the default one. */
async function partsOf(unit: Unit, table: Parted): Promise<Part[]> {
  const rows = await unit.all(listed, { table });
  return rows.flatMap(({ name, bounds }) => {
    const [, from = '', to] = /FROM \((?:MINVALUE|'([^']*)')\) TO \('([^']*)'\)/.exec(bounds) ?? [];
    return to === undefined ? [] : [{ name, from, to }];
  });
}

/** The weeks that should have a partition by now. */
function weeksFrom(table: Parted, now: Instant): Part[] {
  const thisWeekMs = epochMsOf(now) - ((epochMsOf(now) - firstMondayMs) % weekMs);
  return Array.from({ length: 1 + weeksAhead }, (_, week) => {
    const [from, to] = [week, week + 1].map((weeks) => instantOf(thisWeekMs + weeks * weekMs)) as [Instant, Instant];
    const name = `${table}_from_${from.slice(0, 10).replaceAll('-', '_')}`;
    return { name, from: firstIdAt('ApiRequest', from), to: firstIdAt('ApiRequest', to) };
  });
}

/** The partitions to create and to drop in one table. */
interface Change {
  readonly make: readonly Part[];
  readonly drop: readonly Part[];
}

async function changeOf(unit: Unit, table: Parted, now: Instant, before: string): Promise<Change> {
  const parts = await partsOf(unit, table);
  const isThere = (week: Part): boolean => parts.some(({ from, to }) => from < week.to && week.from < to);
  return {
    make: weeksFrom(table, now).filter((week) => !isThere(week)),
    drop: parts.filter(({ to }) => to <= before),
  };
}

/** Any constant: it keeps two processes from making the same change at the same time. */
export const partsLock = 7_203_413;
const takeAdvisoryLock = statement<object, { readonly taken: boolean }>('takeTurnAtParts', (db) =>
  rawQuery(sql`select pg_try_advisory_xact_lock(${sql.lit(partsLock)}) as taken`, db),
);

async function change(unit: Unit, text: string): Promise<void> {
  await unit.select((db) => rawQuery(sql.raw(text), db));
}

/**
 * Rows that were written while their week had no partition are in the default one, and stay there until they are
 * removed.
 */
async function isElsewhere(unit: Unit, table: Parted, { from, to }: Part): Promise<boolean> {
  const id = sql.ref(parted[table]);
  const found = sql`select 1 from ${sql.table(`${table}_other`)} where ${id} >= ${from} and ${id} < ${to} limit 1`;
  return (await unit.select((db) => rawQuery(found, db))).length > 0;
}

async function makePart(unit: Unit, table: Parted, part: Part): Promise<void> {
  if (await isElsewhere(unit, table, part)) return;
  // Attached instead of created in place, since that would block writers of the log.
  await change(unit, `CREATE TABLE ${part.name} (LIKE ${table} INCLUDING DEFAULTS)`);
  await change(
    unit,
    `ALTER TABLE ${table} ATTACH PARTITION ${part.name} FOR VALUES FROM ('${part.from}') TO ('${part.to}')`,
  );
}

/** Runs work in its own unit. Returns `false` if a lock prevents it; it is then left for the next time. */
async function isDoneInTurn(database: Database, work: (unit: Unit) => Promise<void>): Promise<boolean> {
  try {
    await database.transaction(async (unit) => {
      await change(unit, `SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      if ((await unit.first(takeAdvisoryLock, {}))?.taken === true) await work(unit);
    });
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error.shortage !== 'BUSY') throw error;
    return false;
  }
}

/** Creates the partitions of the coming weeks, and drops those in which everything is older than an id. */
export async function keepParts(database: Database, now: Instant, before: string): Promise<void> {
  for (const table of tables) {
    const findChange = (unit: Unit): Promise<Change> => changeOf(unit, table, now, before);
    const { make, drop } = await database.read(findChange);
    const makeAll = async (unit: Unit): Promise<void> => {
      for (const part of (await findChange(unit)).make) await makePart(unit, table, part);
    };
    if (make.length > 0 && !(await isDoneInTurn(database, makeAll))) continue;
    for (const { name } of drop) {
      const dropOne = async (unit: Unit): Promise<void> => {
        if (!(await findChange(unit)).drop.some((part) => part.name === name)) return;
        await change(unit, `ALTER TABLE ${table} DETACH PARTITION ${name}`);
        await change(unit, `DROP TABLE ${name}`);
      };
      if (!(await isDoneInTurn(database, dropOne))) break;
    }
  }
}
