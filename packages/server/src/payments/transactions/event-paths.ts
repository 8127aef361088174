import { stateTables } from '@payments-platform/types';
import { firstKept } from '../../engines/outbox/kept-events.ts';
import { moveFrom, type StatefulResource, type StateOf, statesOf } from '../../engines/states/transition.ts';
import type { Invariant } from '../../ground/database/invariant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { beforeAll, type TransactionKey } from './transaction-key.ts';

interface Told {
  readonly tenant: number;
  readonly resource_id: string;
  readonly sequence: number;
  readonly type: string;
}

type State = StateOf<StatefulResource>;

interface TransactionState {
  readonly type: 'INCOMING' | 'OUTGOING';
  readonly status: StateOf<'outgoing-transaction' | 'incoming-transaction'>;
  readonly refund_status: StateOf<'refund'> | null;
}

/**
 * Walks the state tables along the events of each transaction: every event must be a declared move from
 * where the one before it led, and the walk must end where the row is. Where the first events have been removed, it must
 * be possible from some states.
 */
export function eventPathsByPages(pageSize: number): Invariant {
  return {
    name: 'events-are-declared-moves',
    rule: 'The events of each transaction are moves of its state table that lead to its status.',
    check: async (unit) => {
      for (let after = beforeAll; ; ) {
        const page = await readPage(unit, after, pageSize);
        const last = page.at(-1);
        if (last === undefined) return undefined;
        const events = await readEvents(unit, after, last);
        const told = Map.groupBy(events, ({ tenant, resource_id: id }) => nameOf({ tenant, id }));
        after = last;
        for (const row of page) {
          const problem = problemOf(row, told.get(nameOf(row)) ?? []);
          if (problem !== undefined) return `transaction ${row.id}: ${problem}`;
        }
      }
    },
  };
}

/** Each look reads the deliveries of whole platforms, so it is for many transactions. */
export const eventPaths = eventPathsByPages(20_000);

function nameOf({ tenant, id }: TransactionKey): string {
  return `${tenant} ${id}`;
}

function problemOf({ id, first_id: first, ...state }: PageRow, events: readonly Told[]): string | undefined {
  const isCut = events[0]?.sequence !== 1 && momentOf(id) < momentOf(first);
  return isCut ? problemOfRest(events, state) : walk(events, state);
}

interface PageRow extends TransactionState, TransactionKey {
  /** The first event of its platform that is certainly kept. */
  readonly first_id: string;
}

function readPage(unit: Unit, after: TransactionKey, pageSize: number): Promise<PageRow[]> {
  return unit.select((db) =>
    db
      .selectFrom('transactions as t')
      .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
      .leftJoin('kept_events', 'kept_events.tenant', 't.tenant')
      .select(['t.tenant', 't.id', 't.type', 't.status', 'r.status as refund_status', firstKept.as('first_id')])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('t.tenant', 't.id'), '>', tuple(after.tenant, after.id)))
      .orderBy('t.tenant')
      .orderBy('t.id')
      .limit(pageSize),
  );
}

/** What of an id is the moment at which it was made, in front of what is random. */
function momentOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** What of the transactions of a page was told, as far as it is kept. */
function readEvents(unit: Unit, after: TransactionKey, last: TransactionKey): Promise<Told[]> {
  return unit.select((db) =>
    db
      .selectFrom('deliveries')
      .select(['deliveries.tenant', 'resource_id', 'type', 'sequence'])
      .leftJoin('kept_events', 'kept_events.tenant', 'deliveries.tenant')
      .where('event_id', '>=', firstKept)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deliveries.tenant', 'resource_id'), '>', tuple(after.tenant, after.id)),
      )
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deliveries.tenant', 'resource_id'), '<=', tuple(last.tenant, last.id)),
      )
      .orderBy('deliveries.tenant')
      .orderBy('resource_id')
      .orderBy('sequence'),
  );
}

function tableOf({ type }: TransactionState): 'outgoing-transaction' | 'incoming-transaction' {
  return type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction';
}

interface Start {
  readonly status: State | null;
  readonly refund: State | null;
}

/** What is left of the events of a transaction leads to where it is from some states at least. */
function problemOfRest(events: readonly Told[], end: TransactionState): string | undefined {
  if (events.length === 0) return undefined;
  const refunds = [null, ...statesOf('refund')];
  const starts = [null, ...statesOf(tableOf(end))].flatMap((status) => refunds.map((refund) => ({ status, refund })));
  const problems = starts.map((start) => walk(events, end, start));
  return problems.includes(undefined) ? undefined : problems[0];
}

const beginning: Start = { status: null, refund: null };

function walk(events: readonly Told[], end: TransactionState, start = beginning): string | undefined {
  const table = tableOf(end);
  let { status, refund } = start;
  for (const { type } of events) {
    const isRefund = type.includes('.REFUND_');
    const resource: StatefulResource = isRefund ? 'refund' : table;
    const from: State | null = isRefund ? refund : status;
    const to = moveByEvent(resource, from, isRefund ? type.replace(/^[A-Z]+_PAYMENT/, '*_PAYMENT') : type);
    if (to === undefined) return `${type} is no move from ${from}`;
    if (isRefund) refund = to;
    else status = to;
  }
  const arrived = status === end.status || silentMoves(table, status).includes(end.status);
  return arrived && refund === end.refund_status
    ? undefined
    : `its events lead to ${status}, its row says ${end.status}`;
}

/** Where an event leads from a status; a move that no event tells about may lie before it. */
function moveByEvent(resource: StatefulResource, from: State | null, event: string): State | undefined {
  for (const before of [from, ...silentMoves(resource, from)]) {
    for (const { trigger } of stateTables[resource].transitions) {
      const move = moveFrom(resource, before, trigger);
      if (move?.event === event) return move.to;
    }
  }
  return undefined;
}

/** Where moves without an event lead from a status. */
function silentMoves(resource: StatefulResource, from: State | null): State[] {
  return stateTables[resource].transitions.flatMap(({ trigger }) => {
    const move = moveFrom(resource, from, trigger);
    return move === undefined || move.event !== undefined ? [] : [move.to];
  });
}
