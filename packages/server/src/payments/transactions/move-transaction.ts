import type { EventType } from '@payments-platform/types';
import { appendEvents, type NewEvent } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import type { TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';
import { saveTransaction, type TransactionChange } from './transactions-repository.ts';

export type TransactionTrigger = TriggerOf<'outgoing-transaction'> | TriggerOf<'incoming-transaction'>;

/** One step in a transaction's life: a trigger of its own table, or one of its refund's. */
export type Step =
  | { readonly trigger: TransactionTrigger; readonly set: Partial<TransactionChange> }
  | { readonly refund: TriggerOf<'refund'>; readonly set: Partial<TransactionChange> };

/**
 * Takes a transaction through steps in one unit: each step moves one status by its table, counts one
 * event and appends it. Returns the row as it is afterwards.
 */
export async function moveTransaction(
  context: WorkContext,
  row: TransactionRow,
  steps: readonly Step[],
): Promise<TransactionRow> {
  const events: NewEvent[] = [];
  let current = row;
  for (const step of steps) {
    const move = moveOf(current, step);
    const { status, refund_status } = move;
    current = {
      ...current,
      ...step.set,
      status,
      refund_status,
      sequence: current.sequence + 1,
      updated_at: context.now,
    };
    events.push({
      type: eventOf(row, move),
      resourceId: row.id,
      sequence: current.sequence,
      data: viewTransaction(current),
    });
  }
  await saveTransaction(context.unit, current, row.sequence);
  appendEvents({ unit: context.unit, tenant: context.tenant, ids: context.deps.ids, now: context.now }, events);
  return current;
}

/** The state table that the row follows. */
export function tableOf(row: TransactionRow): 'outgoing-transaction' | 'incoming-transaction' {
  return row.type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction';
}

/** A trigger that the table of the row's own type does not have finds no edge there and throws. */
function moveOf(row: TransactionRow, step: Step): Pick<TransactionRow, 'status' | 'refund_status'> & StepMove {
  if ('refund' in step) {
    const move = mustMove('refund', row.refund_status, step.refund);
    return { ...move, status: row.status, refund_status: move.to };
  }
  const move = mustMove(tableOf(row), row.status, step.trigger);
  return { ...move, status: move.to, refund_status: row.refund_status };
}

interface StepMove {
  readonly to: string;
  readonly event?: string;
}

/** Events of refunds are named once in their table, `*` standing for the type of the transaction. */
function eventOf(row: TransactionRow, { to, event }: StepMove): EventType {
  if (event === undefined) throw new Error(`the state table names no event for the move of ${row.id} to ${to}`);
  return event.replace('*', row.type) as EventType;
}
