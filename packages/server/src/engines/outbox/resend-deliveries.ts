import { stateTables } from '@payments-platform/types';
import { type SqlBool, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { endOfTime } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { deleteTroubledWork } from '../due-work/troubled-work.ts';
import { moveFrom, mustMove, type StateOf } from '../states/transition.ts';

type Status = StateOf<'webhook-delivery'>;

/** An event whose delivery has ended gets a new delivery. */
const anew = mustMove('webhook-delivery', null, 'RESEND').to;
const ended: readonly Status[] = stateTables['webhook-delivery'].terminal;

function resentFrom(from: Status): Status | undefined {
  return ended.includes(from) ? anew : moveFrom('webhook-delivery', from, 'RESEND')?.to;
}

/** No relay holds it: a claim ends when it is recorded or released, and a delivery that is not due has none. */
const isAtRest = sql<SqlBool>`(leased_until is null or due_at is null)`;

interface Resend {
  readonly tenant: number;
  readonly eventId: string;
  readonly from: Status;
  readonly to: Status;
  readonly now: Instant;
}

const resendOne = statement<Resend, never>('resendDelivery', (db, { tenant, eventId, from, to, now }) =>
  db
    .updateTable('deliveries')
    .set({ status: to, due_at: now, leased_until: null, is_backlog: 0 })
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('status', '=', from)
    .where(isAtRest),
);

/** Makes a delivery due at once. Returns `false` without any effect if it is being delivered. */
export async function resendDelivery(unit: Unit, { from, ...delivery }: Omit<Resend, 'to'>): Promise<boolean> {
  const to = resentFrom(from);
  if (to === undefined || (await unit.run(resendOne, { ...delivery, from, to })) === 0) return false;
  deleteTroubledWork(unit, { tenant: delivery.tenant, kind: 'deliveries', id: delivery.eventId });
  return true;
}

/** The position of a delivery in the order of its events. */
interface ResendPlace {
  readonly created_at: Instant;
  readonly id: string;
}

/** The states of deliveries that did not succeed. */
export type UndeliveredStatus = Extract<Status, 'SKIPPED' | 'DEAD' | 'WAITING'>;

interface Range {
  readonly tenant: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly afterAt: Instant;
  readonly afterId: string;
}

/**
 * Excludes TEST events, which are only useful at once, and deliveries that are set aside, which the operator handles.
 */
const isWanted = sql<SqlBool>`type <> 'TEST' and (due_at is null or due_at < ${sql.lit(endOfTime)}) and ${isAtRest}`;

/** The most deliveries that one request makes due. */
const mostResent = 1_000;

/** The statements for one state, which use the index of states. */
function ofState(status: UndeliveredStatus) {
  const resent = status === 'WAITING' ? mustMove('webhook-delivery', status, 'RESEND').to : anew;
  return {
    list: statement<Range, ResendPlace>(`listResendable:${status}`, (db, { tenant, from, to, afterAt, afterId }) =>
      db
        .selectFrom('deliveries')
        .select(['created_at', 'event_id as id'])
        .where('tenant', '=', tenant)
        .where('status', '=', sql.lit(status))
        .where('created_at', '>=', from)
        .where('created_at', '<=', to)
        .where(sql<SqlBool>`(created_at, event_id) > (${afterAt}, ${afterId})`)
        .where(isWanted)
        .orderBy('created_at')
        .orderBy('event_id')
        .limit(mostResent + 1),
    ),
    resend: statement<Range & { readonly lastId: string; readonly now: Instant }, never>(
      `resendDeliveries:${status}`,
      (db, { tenant, from, to, afterAt, afterId, lastId, now }) =>
        db
          .updateTable('deliveries')
          .set({ status: resent, due_at: now, leased_until: null, is_backlog: 1 })
          .where('tenant', '=', tenant)
          .where('status', '=', sql.lit(status))
          .where('created_at', '>=', from)
          .where('created_at', '<=', to)
          .where(sql<SqlBool>`(created_at, event_id) > (${afterAt}, ${afterId})`)
          .where(sql<SqlBool>`(created_at, event_id) <= (${to}, ${lastId})`)
          .where(isWanted),
    ),
  };
}

const states: Readonly<Record<UndeliveredStatus, ReturnType<typeof ofState>>> = {
  SKIPPED: ofState('SKIPPED'),
  DEAD: ofState('DEAD'),
  WAITING: ofState('WAITING'),
};

export interface ResendRange {
  readonly tenant: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly statuses: ReadonlySet<UndeliveredStatus>;
  readonly after: ResendPlace | undefined;
  readonly now: Instant;
}

export interface Resent {
  readonly count: number;
  /** The last of them, after which the range continues; absent if there are no more. */
  readonly last?: ResendPlace;
}

/**
 * Makes the deliveries of a time range due at once, the oldest first. The relay sends them at its own pace, next to new
 * events.
 */
export async function resendDeliveries(unit: Unit, wanted: ResendRange): Promise<Resent> {
  const { tenant, statuses, now, from, after = { created_at: '', id: '' } } = wanted;
  const range = { tenant, from, to: wanted.to, afterAt: after.created_at, afterId: after.id };
  const found = await Promise.all([...statuses].map((status) => unit.all(states[status].list, range)));
  const places = found.flat().sort(byPlace);
  const last = places.slice(0, mostResent).at(-1);
  if (last === undefined) return { count: 0 };
  const page = { ...range, to: last.created_at, lastId: last.id, now };
  let count = 0;
  for (const status of statuses) {
    count += await unit.run(states[status].resend, page);
  }
  return places.length > mostResent ? { count, last } : { count };
}

function byPlace(a: ResendPlace, b: ResendPlace): number {
  const [left, right] = [`${a.created_at} ${a.id}`, `${b.created_at} ${b.id}`];
  return left < right ? -1 : Number(left > right);
}
