import { stateTables } from '@payments-platform/types';
import { firstKept } from '../../engines/outbox/kept-events.ts';
import { moveFrom, type StatefulResource, type StateOf, statesOf } from '../../engines/states/transition.ts';
import type { Invariant } from '../../ground/database/invariant.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Told {
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

/** Transactions per look at the deliveries: each look reads them all, so it is for many. */
const pageSize = 20_000;

/**
 * Walks the state tables along the events of each transaction: every event must be a declared move from
 * where the one before it led, and the walk must end where the row is. Where the first events have been removed, it must
 * be possible from some states.
 */
export const eventPaths: Invariant = {
  name: 'events-are-declared-moves',
  rule: 'The events of each transaction are moves of its state table that lead to its status.',
  check: async (unit) => {
    for (let after = ''; ; ) {
      const page = await readPage(unit, after);
      const last = page.at(-1);
      if (last === undefined) return undefined;
      const told = Map.groupBy(await readEvents(unit, after, last.id), ({ resource_id }) => resource_id);
      after = last.id;
      for (const { id, first_id: first, ...state } of page) {
        const events = told.get(id) ?? [];
        const isCut = events[0]?.sequence !== 1 && momentOf(id) < momentOf(first);
        const problem = isCut ? problemOfRest(events, state) : walk(events, state);
        if (problem !== undefined) return `transaction ${id}: ${problem}`;
      }
    }
  },
};

interface PageRow extends TransactionState {
  readonly id: string;
  /** The first event of its platform that is certainly kept. */
  readonly first_id: string;
}

function readPage(unit: Unit, after: string): Promise<PageRow[]> {
  return unit.select((db) =>
    db
      .selectFrom('transactions as t')
      .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
      .leftJoin('kept_events', 'kept_events.tenant', 't.tenant')
      .select(['t.id', 't.type', 't.status', 'r.status as refund_status', firstKept.as('first_id')])
      .where('t.id', '>', after)
      .orderBy('t.id')
      .limit(pageSize),
  );
}

/** What of an id is the moment at which it was made, in front of what is random. */
function momentOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** Ids are unique across tenants, so one range of them needs no tenant. */
function readEvents(unit: Unit, after: string, last: string): Promise<Told[]> {
  return unit.select((db) =>
    db
      .selectFrom('deliveries')
      .select(['resource_id', 'type', 'sequence'])
      .leftJoin('kept_events', 'kept_events.tenant', 'deliveries.tenant')
      .where('event_id', '>=', firstKept)
      .where('resource_id', '>', after)
      .where('resource_id', '<=', last)
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
