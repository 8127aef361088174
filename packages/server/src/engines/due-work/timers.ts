import { type RawBuilder, sql } from 'kysely';
import { endOfTimeMs, epochMsOf, type Instant, instantOf } from '../../ground/clock/instant.ts';
import { insertingStatement, rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { realMsOf } from '../clocks/clocks.ts';
import { sharePlatform } from '../clocks/platform-locks.ts';

/** The key of a timer. A subject may have several timers of different kinds. */
export interface TimerKey {
  readonly tenant: number;
  readonly kind: string;
  /** The subject within its tenant. */
  readonly id: string;
}

const integer = (value: unknown): RawBuilder<number> => sql<number>`cast(${value} as bigint)`;

/** Sets or resets a timer. `dueMs` is platform time; the platform's clock determines the due time in real time. */
const set = insertingStatement<TimerKey & { readonly dueMs: number }>('setTimer', (db, { tenant, kind, id, dueMs }) =>
  rawQuery(
    sql<never>`
      insert into timers (tenant, kind, id, due_ms, due_real_ms, leased_until_ms)
      select made.tenant, made.kind, made.id, made.due_ms, ${realMsOf(sql`made.due_ms`)}, null
      from (select cast(${tenant} as integer) as tenant, cast(${kind} as text) as kind, cast(${id} as text) as id,
        ${integer(dueMs)} as due_ms) as made
      left join clocks on clocks.tenant = made.tenant
      where true
      on conflict (tenant, kind, id) do update
      set due_ms = excluded.due_ms, due_real_ms = excluded.due_real_ms, leased_until_ms = null`,
    db,
  ),
);

export function setTimer(unit: Unit, { tenant, kind, id }: TimerKey, dueAt: Instant): void {
  sharePlatform(unit, tenant);
  unit.write(set, { tenant, kind, id, dueMs: epochMsOf(dueAt) });
}

const clear = statement<TimerKey, never>('clearTimer', (db, { tenant, kind, id }) =>
  db.deleteFrom('timers').where('tenant', '=', tenant).where('kind', '=', kind).where('id', '=', id),
);

/** Clears the timer: without one, nothing of this kind happens to the subject. */
export function clearTimer(unit: Unit, { tenant, kind, id }: TimerKey): void {
  unit.write(clear, { tenant, kind, id });
}

const take = statement<TimerKey, never>('takeTimer', (db, { tenant, kind, id }) =>
  db
    .deleteFrom('timers')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('leased_until_ms', 'is', null),
);

/** Clears a timer that is not claimed. Returns whether there was one. */
export async function takeTimer(unit: Unit, { tenant, kind, id }: TimerKey): Promise<boolean> {
  return (await unit.run(take, { tenant, kind, id })) === 1;
}

interface Moved extends TimerKey {
  /** The end of the lease, which identifies the caller's claim. */
  readonly leasedUntilMs: number;
  readonly dueMs: number;
}

/** Moves the timer that the caller has claimed, unless it was set since. */
const move = statement<Moved, never>('moveTimer', (db, { tenant, kind, id, leasedUntilMs, dueMs }) =>
  rawQuery(
    sql<never>`
      update timers set due_ms = ${integer(dueMs)}, leased_until_ms = null,
        due_real_ms = (select ${realMsOf(integer(dueMs))} from (select 1 as one) as here
          left join clocks on clocks.tenant = timers.tenant)
      where tenant = ${tenant} and kind = ${kind} and id = ${id}
        and leased_until_ms = ${integer(leasedUntilMs)}`,
    db,
  ),
);

export function moveTimer(unit: Unit, moved: Moved): void {
  sharePlatform(unit, moved.tenant);
  unit.write(move, moved);
}

const release = statement<Omit<Moved, 'dueMs'>, never>('releaseTimer', (db, { tenant, kind, id, leasedUntilMs }) =>
  rawQuery(
    sql<never>`
      update timers set leased_until_ms = null,
        due_real_ms = (select ${realMsOf(sql`timers.due_ms`)} from (select 1 as one) as here
          left join clocks on clocks.tenant = timers.tenant)
      where tenant = ${tenant} and kind = ${kind} and id = ${id}
        and leased_until_ms = ${integer(leasedUntilMs)}`,
    db,
  ),
);

/** Returns a claimed timer to its state before the claim. */
export function releaseTimer(unit: Unit, released: Omit<Moved, 'dueMs'>): void {
  sharePlatform(unit, released.tenant);
  unit.write(release, released);
}

interface Claim {
  readonly kind: string;
  readonly nowMs: number;
  readonly leasedUntilMs: number;
  readonly limit: number;
}

type ClaimedKey = Pick<TimerKey, 'tenant' | 'id'>;

interface ClaimOfAll extends Claim {
  /** Timers that are due earlier in real time are left for a later claim. */
  readonly fromMs: number;
}

const claim: Statement<ClaimOfAll, ClaimedKey> = statement(
  'claimTimers',
  (db, { kind, fromMs, nowMs, leasedUntilMs, limit }, engine) =>
    db
      .updateTable('timers')
      .set({ due_real_ms: leasedUntilMs, leased_until_ms: leasedUntilMs })
      .where(({ eb, refTuple }) => {
        const ready = db
          .selectFrom('timers')
          .select(['tenant', 'kind', 'id'])
          .where('kind', '=', kind)
          .where('due_real_ms', '>=', fromMs)
          .where('due_real_ms', '<=', nowMs)
          .orderBy('due_real_ms')
          .limit(limit);
        const free = engine === 'postgres' ? ready.forUpdate().skipLocked() : ready;
        return eb(refTuple('tenant', 'kind', 'id'), 'in', free.$asTuple('tenant', 'kind', 'id'));
      })
      .returning(['tenant', 'id']),
);

/** Claims due timers of all platforms for one worker. Until the lease ends, no other worker can claim them. */
export function claimTimers(unit: Unit, claimed: ClaimOfAll): Promise<ClaimedKey[]> {
  return unit.all(claim, claimed);
}

interface ClaimOfTenant extends Claim {
  readonly tenant: number;
  /** The time of the platform's clock. */
  readonly shownMs: number;
}

const claimOf: Statement<ClaimOfTenant, ClaimedKey> = statement(
  'claimTimersOfTenant',
  (db, { tenant, kind, nowMs, shownMs, leasedUntilMs, limit }, engine) =>
    db
      .updateTable('timers')
      .set({ due_real_ms: leasedUntilMs, leased_until_ms: leasedUntilMs })
      .where(({ eb, refTuple }) => {
        const ready = db
          .selectFrom('timers')
          .select(['tenant', 'kind', 'id'])
          .where('tenant', '=', tenant)
          .where('kind', '=', kind)
          .where('due_ms', '<=', shownMs)
          .where((of) => of.or([of('leased_until_ms', 'is', null), of('leased_until_ms', '<=', nowMs)]))
          .orderBy('due_ms')
          .limit(limit);
        const free = engine === 'postgres' ? ready.forUpdate().skipLocked() : ready;
        return eb(refTuple('tenant', 'kind', 'id'), 'in', free.$asTuple('tenant', 'kind', 'id'));
      })
      .returning(['tenant', 'id']),
);

/** The same for one platform whose clock is being advanced. */
export function claimTimersOfTenant(unit: Unit, claimed: ClaimOfTenant): Promise<ClaimedKey[]> {
  return unit.all(claimOf, claimed);
}

const nextDue = statement<{ readonly kind: string; readonly fromMs: number }, { readonly due: number | bigint }>(
  'nextTimer',
  (db, { kind, fromMs }) =>
    db
      .selectFrom('timers')
      .select('due_real_ms as due')
      .where('kind', '=', kind)
      .where('due_real_ms', '>=', fromMs)
      .where('due_real_ms', '<', endOfTimeMs)
      .orderBy('due_real_ms')
      .limit(1)
      .$castTo<{ readonly due: number | bigint }>(),
);

/** When the next timer of a kind is due in real time, or its lease ends: the first entry of the index from `fromMs`. */
export async function nextTimerAt(unit: Unit, kind: string, fromMs = 0): Promise<Instant | undefined> {
  const row = await unit.first(nextDue, { kind, fromMs });
  return row && instantOf(Number(row.due));
}

interface OfTenant {
  readonly tenant: number;
  readonly kind: string;
  readonly nowMs: number;
}

const nextOf = statement<OfTenant, { readonly due: number | bigint }>(
  'nextTimerOfTenant',
  (db, { tenant, kind, nowMs }) =>
    db
      .selectFrom('timers')
      .select('due_ms as due')
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .where('due_ms', '<', endOfTimeMs)
      .where((of) => of.or([of('leased_until_ms', 'is', null), of('leased_until_ms', '<=', nowMs)]))
      .orderBy('due_ms')
      .limit(1)
      .$castTo<{ readonly due: number | bigint }>(),
);

/** When the next timer of a platform is due by its own clock. Claimed timers are ignored. */
export async function nextTimerOfTenantAt(unit: Unit, of: OfTenant): Promise<Instant | undefined> {
  const row = await unit.first(nextOf, of);
  return row && instantOf(Number(row.due));
}

const leased = statement<Omit<OfTenant, 'kind'> & { readonly shownMs: number }, { readonly id: string }>(
  'findLeasedTimer',
  (db, { tenant, nowMs, shownMs }) =>
    db
      .selectFrom('timers')
      .select('id')
      .where('tenant', '=', tenant)
      .where('due_ms', '<=', shownMs)
      .where('leased_until_ms', '>', nowMs)
      .limit(1),
);

/** Whether a timer of a platform that is due at this time of its clock is claimed. */
export async function hasLeasedTimer(unit: Unit, tenant: number, shown: Instant, nowMs: number): Promise<boolean> {
  return (await unit.first(leased, { tenant, nowMs, shownMs: epochMsOf(shown) })) !== undefined;
}

const project = statement<{ readonly tenant: number; readonly nowMs: number }, never>(
  'projectTimers',
  (db, { tenant, nowMs }) =>
    rawQuery(
      sql<never>`
      update timers set due_real_ms = case when leased_until_ms > ${integer(nowMs)} then leased_until_ms else
        (select ${realMsOf(sql`timers.due_ms`)} from (select 1 as one) as here
          left join clocks on clocks.tenant = timers.tenant) end
      where tenant = ${tenant}`,
      db,
    ),
);

const park = statement<{ readonly tenant: number }, never>('parkTimers', (db, { tenant }) =>
  db
    .updateTable('timers')
    .set({ due_real_ms: endOfTimeMs })
    .where('tenant', '=', tenant)
    .where('due_real_ms', '<', endOfTimeMs),
);

/** Updates when the timers of one platform are due in real time, after its clock has changed. */
export function projectTimers(unit: Unit, tenant: number, nowMs: number): void {
  unit.write(project, { tenant, nowMs });
}

/** Reserves the timers of one platform for the advance of its clock. */
export function parkTimers(unit: Unit, tenant: number): void {
  unit.write(park, { tenant });
}
