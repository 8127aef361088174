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
    const status = 'refund' in step ? { refund_status: move.to } : { status: move.to };
    current = { ...current, ...step.set, ...status, sequence: current.sequence + 1, updated_at: context.now };
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

interface StepMove {
  readonly to: string;
  readonly event?: string;
}

function moveOf(row: TransactionRow, step: Step): StepMove {
  if ('refund' in step) return mustMove('refund', row.refund_status, step.refund);
  // The trigger belongs to the table of the row's own type; a mismatch finds no edge and throws.
  return mustMove(tableOf(row), row.status, step.trigger as TriggerOf<'outgoing-transaction' & 'incoming-transaction'>);
}

/** Events of refunds are named once in their table, `*` standing for the type of the transaction. */
function eventOf(row: TransactionRow, { to, event }: StepMove): EventType {
  if (event === undefined) throw new Error(`the state table names no event for the move of ${row.id} to ${to}`);
  return event.replace('*', row.type) as EventType;
}
