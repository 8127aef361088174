import type { EventType, PendingIncomingPayment } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { insertTransaction } from './transaction-parts.ts';
import type { TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';

const firstMoves = {
  OUTGOING: mustMove('outgoing-transaction', null, 'CREATE'),
  INCOMING: mustMove('incoming-transaction', null, 'CREATE'),
};

/** The status a new transaction of this type has. */
export function firstStatus(type: TransactionRow['type']): TransactionRow['status'] {
  return firstMoves[type].to;
}

/** Stores a new transaction and tells about it; its row starts with sequence 1. */
export function openTransaction(
  { unit, tenant, now, deps }: WorkContext,
  row: TransactionRow,
  /** What only the first event says. */
  asked: Partial<PendingIncomingPayment> = {},
): void {
  insertTransaction(unit, row);
  const type = firstMoves[row.type].event as EventType;
  appendEvents({ unit, tenant, now, ids: deps.ids }, [
    { type, resourceId: row.id, sequence: row.sequence, data: { ...viewTransaction(row), ...asked } },
  ]);
}
