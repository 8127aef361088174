import type { IncomingTransactionFailureReason } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { plusMs } from '../../ground/clock/instant.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { mustMovePayment, tableOf } from './move-payment.ts';
import { debitEntry } from './payment-entries.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveQuestion } from './transactions-repository.ts';
import { decisionMs } from './uma-payment.ts';

/** Whether the platform may decide about the payment now. */
export function awaitsDecision(row: TransactionRow, now: string): boolean {
  return row.status === 'PENDING' && row.approval_expires_at !== null && now < row.approval_expires_at;
}

/** The money is taken from the sender's provider, which is told so next. */
export function approveUmaPayment(
  context: WorkContext,
  row: TransactionRow,
  given: PartyInformation,
): Promise<TransactionRow> {
  const { now, deps } = context;
  const sealed = Object.keys(given).length === 0 ? null : sealJson<PartyInformation>(deps.sealer, given);
  const set = { sealed_receiver_information: sealed, submitted_at: now, due_at: now, due_action: 'ANSWER' } as const;
  return mustMovePayment(context, row, 'APPROVE', { set, entry: debitEntry(row) });
}

type Ending =
  | { readonly trigger: 'REJECT'; readonly reason: string | null }
  | { readonly trigger: 'TIME_OUT' }
  | { readonly trigger: 'FAIL'; readonly failureReason: IncomingTransactionFailureReason };

/** Nothing was taken, so nothing is refunded; the sender's provider is told next. */
export function endUmaPayment(context: WorkContext, row: TransactionRow, ending: Ending): Promise<TransactionRow> {
  const set = { failure_reason: failureOf(ending), due_at: context.now, due_action: 'ANSWER' } as const;
  const decision_reason = ending.trigger === 'REJECT' ? ending.reason : null;
  return mustMovePayment(context, { ...row, decision_reason }, moveOf[ending.trigger], { set });
}

const moveOf = { REJECT: 'REJECT', TIME_OUT: 'TIME_OUT', FAIL: 'FAIL_UNPAID' } as const;

function failureOf(ending: Ending): IncomingTransactionFailureReason {
  if (ending.trigger === 'FAIL') return ending.failureReason;
  return ending.trigger === 'REJECT' ? 'COMPLIANCE_REJECTED' : 'PAYMENT_APPROVAL_TIMED_OUT';
}

/** The sender's provider has said more about the payer: the platform reads it and has its time once more. */
export async function addPayerInformation(
  context: WorkContext,
  row: TransactionRow,
  more: PartyInformation,
): Promise<void> {
  mustMove(tableOf(row), row.status, 'ASK');
  const known = row.counterparty_information === null ? {} : readJson(row.counterparty_information);
  const decideBy = plusMs(context.now, decisionMs);
  await saveQuestion(context.unit, {
    tenant: row.tenant,
    id: row.id,
    seen: row.sequence,
    information: writeJson({ ...known, ...more }),
    decideBy,
    now: context.now,
  });
}
