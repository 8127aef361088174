import { stateTables } from '@payments-platform/types';
import { firstKept } from '../../engines/outbox/kept-events.ts';
import { moveFrom, type StatefulResource, type StateOf, statesOf } from '../../engines/states/transition.ts';
import type { Invariant } from '../../ground/database/invariant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { uuidOf } from '../../ground/ids/ids.ts';
import { beforeAll, type TransactionKey } from './transaction-key.ts';

interface EmittedEvent {
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
 * Walks the state tables along the events of each transaction: every event must be a declared move from the state
 * of the event before, and the walk must end at the status of the row. If the first events have been removed, the
 * walk must be possible from at least one state.
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
        const byTransaction = Map.groupBy(events, ({ tenant, resource_id: id }) => nameOf({ tenant, id }));
        after = last;
        for (const row of page) {
          const problem = problemOf(row, byTransaction.get(nameOf(row)) ?? []);
          if (problem !== undefined) return `transaction ${row.id}: ${problem}`;
        }
      }
    },
  };
}

/** Each page reads the deliveries of whole platforms, so pages are large. */
export const eventPaths = eventPathsByPages(20_000);

function nameOf({ tenant, id }: TransactionKey): string {
  return `${tenant} ${id}`;
}

function problemOf({ id, first_id: first, ...state }: PageRow, events: readonly EmittedEvent[]): string | undefined {
  // UUIDs begin with their time.
  const isCut = events[0]?.sequence !== 1 && uuidOf(id) < uuidOf(first);
  return isCut ? problemOfRest(events, state) : walk(events, state);
}

interface PageRow extends TransactionState, TransactionKey {
  /** The first event of its platform that is certainly stored. */
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

/** The stored events of the transactions of a page. */
function readEvents(unit: Unit, after: TransactionKey, last: TransactionKey): Promise<EmittedEvent[]> {
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

/** The remaining events of a transaction must lead to its status from at least one state. */
function problemOfRest(events: readonly EmittedEvent[], end: TransactionState): string | undefined {
  if (events.length === 0) return undefined;
  const refunds = [null, ...statesOf('refund')];
  const starts = [null, ...statesOf(tableOf(end))].flatMap((status) => refunds.map((refund) => ({ status, refund })));
  const problems = starts.map((start) => walk(events, end, start));
  return problems.includes(undefined) ? undefined : problems[0];
}

const beginning: Start = { status: null, refund: null };

function walk(events: readonly EmittedEvent[], end: TransactionState, start = beginning): string | undefined {
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

/** The state that an event leads to; one move without an event may precede it. */
function moveByEvent(resource: StatefulResource, from: State | null, event: string): State | undefined {
  for (const before of [from, ...silentMoves(resource, from)]) {
    for (const { trigger } of stateTables[resource].transitions) {
      const move = moveFrom(resource, before, trigger);
      if (move?.event === event) return move.to;
    }
  }
  return undefined;
}

/** The states that moves without an event lead to. */
function silentMoves(resource: StatefulResource, from: State | null): State[] {
  return stateTables[resource].transitions.flatMap(({ trigger }) => {
    const move = moveFrom(resource, from, trigger);
    return move === undefined || move.event !== undefined ? [] : [move.to];
  });
}
