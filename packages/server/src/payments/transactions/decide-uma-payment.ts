import type { IncomingTransactionFailureReason } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { earliestOf, plusMs } from '../../ground/clock/instant.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findTransaction } from './find-transaction.ts';
import { mustMovePayment, tableOf } from './move-payment.ts';
import { debitEntry } from './payment-entries.ts';
import type { TransactionRow } from './transaction-row.ts';
import { insertDecision, savePayerInformation, updateUmaPayment } from './transactions-repository.ts';
import { decisionMs } from './uma-payment.ts';

/** Whether the platform may decide about the payment now. */
export function awaitsDecision(row: TransactionRow, now: string): boolean {
  const decideBy = row.uma?.approval_expires_at ?? null;
  return row.status === 'PENDING' && decideBy !== null && now < decideBy;
}

/** The money is debited from the sender's provider, which gets the decision next. */
export async function approveUmaPayment(
  context: WorkContext,
  row: TransactionRow,
  given: PartyInformation,
): Promise<TransactionRow> {
  const { now, deps } = context;
  const sealed = Object.keys(given).length === 0 ? null : sealJson<PartyInformation>(deps.sealer, given);
  const uma = row.uma && { ...row.uma, sealed_receiver_information: sealed };
  const set = { submitted_at: now, due_at: now, due_action: 'ANSWER' } as const;
  const approved = await mustMovePayment(context, { ...row, uma }, 'APPROVE', { set, entry: debitEntry(row) });
  if (uma !== null) updateUmaPayment(context.unit, uma);
  return approved;
}

type Ending =
  | { readonly trigger: 'REJECT'; readonly reason: string | null }
  | { readonly trigger: 'TIME_OUT' }
  | { readonly trigger: 'FAIL'; readonly failureReason: IncomingTransactionFailureReason };

/** Nothing was taken, so nothing is refunded; the sender's provider gets the decision next. */
export async function endUmaPayment(
  context: WorkContext,
  row: TransactionRow,
  ending: Ending,
): Promise<TransactionRow> {
  const set = { failure_reason: failureOf(ending), due_at: context.now, due_action: 'ANSWER' } as const;
  const ended = await mustMovePayment(context, row, moveOf[ending.trigger], { set });
  if (ending.trigger === 'REJECT') insertDecision(context.unit, row, ending.reason, context.now);
  return ended;
}

const moveOf = { REJECT: 'REJECT', TIME_OUT: 'TIME_OUT', FAIL: 'FAIL_UNPAID' } as const;

function failureOf(ending: Ending): IncomingTransactionFailureReason {
  if (ending.trigger === 'FAIL') return ending.failureReason;
  return ending.trigger === 'REJECT' ? 'COMPLIANCE_REJECTED' : 'PAYMENT_APPROVAL_TIMED_OUT';
}

/** The platform has not decided in time, unless a request for more information has extended its time. */
export async function timeOutPayment(context: WorkContext, { id }: TransactionRow): Promise<void> {
  const row = await findTransaction(context.unit, context.tenant, id);
  const decideBy = row?.uma?.approval_expires_at ?? null;
  if (row === undefined || row.status !== 'PENDING' || decideBy === null || decideBy > context.now) return;
  await endUmaPayment(context, row, { trigger: 'TIME_OUT' });
}

/**
 * The sender's provider has disclosed more about the payer: the platform gets its full decision time again, once.
 * Otherwise a platform that has its event resent and asks each time could hold the payment, and its price, for as long
 * as it likes.
 */
export async function addPayerInformation(
  context: WorkContext,
  row: TransactionRow,
  more: PartyInformation,
): Promise<void> {
  mustMove(tableOf(row), row.status, 'ASK');
  const known = row.counterparty_information === null ? {} : readJson(row.counterparty_information);
  const latest = plusMs(row.created_at, 2 * decisionMs);
  const decideBy = earliestOf([plusMs(context.now, decisionMs), latest]) ?? latest;
  await savePayerInformation(context.unit, {
    tenant: row.tenant,
    id: row.id,
    seen: row.sequence,
    information: writeJson({ ...known, ...more }),
    decideBy,
    now: context.now,
  });
  if (row.uma !== null) updateUmaPayment(context.unit, { ...row.uma, approval_expires_at: decideBy });
}
