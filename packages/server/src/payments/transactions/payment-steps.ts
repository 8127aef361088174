import type { RefundReason } from '@payments-platform/types';
import { closeChallenge, findOpenChallenge } from '../../access/sca/challenge.ts';
import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import type { Conversion } from '../../engines/rates/rate-source.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { hasDollarPrice } from '../pricing/dollar-price.ts';
import { dailyVolumeMinor } from '../pricing/payment-limits.ts';
import { type MoveDetails, movePayment, mustMovePayment } from './move-payment.ts';
import { debitEntry, refundStartEntry, unexchangedEntry } from './payment-entries.ts';
import type { FailureReason } from './tables.ts';
import type { TransactionRow } from './transaction-row.ts';
import { collectionTimingOf, railTimingOf } from './transaction-view.ts';

/** The trigger by which the money of a payment became available. */
type Start = 'EXECUTE' | 'EXECUTE_AUTHORIZED' | 'EXECUTE_FUNDED' | 'RECEIVE';

/**
 * Debits the payer and starts the payment, or returns the refusal of the ledger. If the market no longer accepts
 * the price, the payment fails before anything is exchanged, and the debit is refunded. The same applies to a debit
 * of a balance whose currency has no price in US dollars, since the daily volume of the account could not be
 * enforced.
 */
export async function startPayment(
  context: WorkContext,
  row: TransactionRow,
  start: Start,
): Promise<DebitRefusal | TransactionRow> {
  if (row.funding === 'COLLECTION' && start !== 'RECEIVE') return requestDirectDebit(context, row);
  const { now, deps } = context;
  const isWeighed = hasDollarPrice(deps.rates, row.sent_currency);
  const isAccepted = (isWeighed || row.funding !== 'BALANCE') && isPriced(context, row);
  const submitted = { ...row, submitted_at: now };
  const payment = railTimingOf(submitted);
  const set = isAccepted && {
    expected_settlement_at: deps.rails.expectedAt(payment),
    due_at: deps.rails.firstPollAt(payment),
    due_action: 'LOOK' as const,
  };
  const dailyLimitMinor = isWeighed ? dailyVolumeMinor(deps.rates, row.sent_currency) : undefined;
  const started = await movePayment(context, submitted, start, {
    ...(set && { set }),
    ...(dailyLimitMinor !== undefined && { dailyLimitMinor }),
    entry: isAccepted ? debitEntry(row) : unexchangedEntry(row),
  });
  if (started === 'ACCOUNT_CANNOT_RECEIVE') throw new Error(`the debit of ${row.id} would credit an internal account`);
  if (typeof started === 'string' || isAccepted) return started;
  return mustMovePayment(context, started, 'FAIL_UNEXCHANGED', {
    set: { failure_reason: 'QUOTE_RATE_UNAVAILABLE' },
    ...startOfRefund(context, started, 'TRANSACTION_FAILED'),
  });
}

/** For money that has come in: the ledger refuses nothing that comes from outside. */
export async function startFundedPayment(
  context: WorkContext,
  row: TransactionRow,
  start: 'EXECUTE_FUNDED' | 'RECEIVE',
): Promise<TransactionRow> {
  const started = await startPayment(context, row, start);
  if (typeof started === 'string')
    throw new Error(`the ledger refused the money that was paid in for ${row.id}: ${started}`);
  return started;
}

/** Whether the market still accepts the price, and that of bitcoin, in which other UMA providers are paid. */
function isPriced({ now, deps: { rates } }: WorkContext, row: TransactionRow): boolean {
  const isPaidInBitcoin = row.type === 'OUTGOING' && (row.uma?.invoice ?? null) !== null;
  if (isPaidInBitcoin && rates.rateFor(row.sent_currency, 'BTC', now) === undefined) return false;
  return rates.accepts(conversionOf(row), now);
}

function conversionOf(row: TransactionRow): Conversion {
  return {
    sending: row.sent_currency,
    receiving: row.received_currency,
    rate: row.exchange_rate,
    destinationIdentifier: row.destination_identifier,
  };
}

/** Requests the direct debit from the bank of the source. Until the money is there the transaction keeps its status. */
function requestDirectDebit(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const submitted = { ...row, submitted_at: context.now };
  const due = {
    due_at: context.deps.collections.firstPollAt(collectionTimingOf(submitted)),
    due_action: 'COLLECT' as const,
  };
  return mustMovePayment(context, submitted, 'REQUEST_DIRECT_DEBIT', { set: due });
}

/** Nothing is due. */
export const idle = { due_at: null, due_action: null };

/** The quote expired before it was executed or funded: the payment ends with it. */
export function expirePayment(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const failure_reason = row.type === 'INCOMING' ? 'QUOTE_EXPIRED' : null;
  return mustMovePayment(context, row, 'EXPIRE', { set: { failure_reason, ...idle } });
}

/** Ends a payment that is not executed and may not be executed any more, as if its quote had expired. */
export async function withdrawPayment(context: WorkContext, row: TransactionRow): Promise<void> {
  if (row.status === 'PENDING' && row.submitted_at === null) await expirePayment(context, row);
}

/** The challenge of the payment was not passed in time. No money has moved. */
export async function expireAuthorization(context: WorkContext, row: TransactionRow): Promise<void> {
  if (row.quote_id === null) throw new Error(`${row.id} waits for an authorization but has no quote`);
  await mustMovePayment(context, row, 'CHALLENGE_EXPIRE', { set: { failure_reason: 'SCA_NOT_COMPLETED', ...idle } });
  const challenge = await findOpenChallenge(context, 'QUOTE', row.quote_id);
  if (challenge !== undefined) await closeChallenge(context, challenge, 'EXPIRE');
}

/** Nothing was taken, so nothing is refunded. */
export function failUnpaid(context: WorkContext, row: TransactionRow, reason: FailureReason): Promise<TransactionRow> {
  return mustMovePayment(context, row, 'FAIL_UNPAID', { set: { failure_reason: reason, ...idle } });
}

interface Failure {
  readonly reason: FailureReason;
  readonly refundReason?: RefundReason;
}

/** Fails a payment after its debit, and refunds the debit. */
export function failPayment(
  context: WorkContext,
  row: TransactionRow,
  { reason, refundReason = 'TRANSACTION_FAILED' }: Failure,
): Promise<TransactionRow> {
  return mustMovePayment(context, row, 'FAIL', {
    set: { failure_reason: reason, pending_reason: null },
    ...startOfRefund(context, row, refundReason),
    entry: refundStartEntry(row),
  });
}

/** The fields of a refund that starts now, and when it is first polled. */
export function startOfRefund(
  { now, deps }: WorkContext,
  row: TransactionRow,
  reason: RefundReason,
): Pick<MoveDetails, 'refund' | 'due'> {
  const due_at = deps.rails.firstRefundPollAt(railTimingOf(row), now);
  return { refund: { id: deps.ids.next('Refund'), reason }, due: { due_at, due_action: 'REFUND' } };
}
