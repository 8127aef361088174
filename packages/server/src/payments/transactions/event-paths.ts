import { stateTables } from '@payments-platform/types';
import { moveFrom, type StatefulResource, type StateOf } from '../../engines/states/transition.ts';
import type { Invariant } from '../../ground/database/invariant.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Told {
  readonly resource_id: string;
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
 * where the one before it led, and the walk must end where the row is.
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
      for (const { id, ...state } of page) {
        const problem = walk(told.get(id) ?? [], state);
        if (problem !== undefined) return `transaction ${id}: ${problem}`;
      }
    }
  },
};

function readPage(unit: Unit, after: string): Promise<(TransactionState & { id: string })[]> {
  return unit.select((db) =>
    db
      .selectFrom('transactions as t')
      .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
      .select(['t.id', 't.type', 't.status', 'r.status as refund_status'])
      .where('t.id', '>', after)
      .orderBy('t.id')
      .limit(pageSize),
  );
}

/** Ids are unique across tenants, so one range of them needs no tenant. */
function readEvents(unit: Unit, after: string, last: string): Promise<Told[]> {
  return unit.select((db) =>
    db
      .selectFrom('deliveries')
      .select(['resource_id', 'type'])
      .where('resource_id', '>', after)
      .where('resource_id', '<=', last)
      .orderBy('resource_id')
      .orderBy('sequence'),
  );
}

function walk(events: readonly Told[], end: TransactionState): string | undefined {
  const table: StatefulResource = end.type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction';
  let status: State | null = null;
  let refund: State | null = null;
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
