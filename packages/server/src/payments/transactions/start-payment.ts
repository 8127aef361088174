import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import type { Conversion } from '../../engines/rates/rate-source.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { dailyVolumeMinor } from '../pricing/payment-limits.ts';
import { directDebitOf } from './direct-debit.ts';
import { failPayment } from './end-payment.ts';
import { movePayment, mustMovePayment } from './move-payment.ts';
import { debitEntry, unexchangedEntry } from './payment-entries.ts';
import { railPaymentOf } from './rail-payment.ts';
import type { TransactionRow } from './transaction-row.ts';

/** How the money of a payment has come to be there. */
type Start = 'EXECUTE' | 'EXECUTE_AUTHORIZED' | 'EXECUTE_FUNDED' | 'RECEIVE';

/**
 * Debits the payer and sends the payment on its way; or answers why the ledger refuses. A price that the market no
 * longer takes fails the payment before anything is exchanged, and what was taken goes back.
 */
export async function startPayment(
  context: WorkContext,
  row: TransactionRow,
  start: Start,
): Promise<DebitRefusal | TransactionRow> {
  if (row.funding === 'COLLECTION' && start !== 'RECEIVE') return requestDirectDebit(context, row);
  const { now, deps } = context;
  const isAccepted = deps.rates.accepts(conversionOf(row), now);
  const submitted = { ...row, submitted_at: now };
  const payment = railPaymentOf(submitted);
  const set = isAccepted && {
    expected_settlement_at: deps.rails.expectedAt(payment),
    due_at: deps.rails.firstLookAt(payment),
    due_action: 'LOOK' as const,
  };
  const dailyLimitMinor = dailyVolumeMinor(deps.rates, row.sent_currency);
  const started = await movePayment(context, submitted, start, {
    ...(set && { set }),
    ...(dailyLimitMinor !== undefined && { dailyLimitMinor }),
    entry: isAccepted ? debitEntry(row) : unexchangedEntry(row),
  });
  if (started === 'ACCOUNT_CANNOT_RECEIVE') throw new Error(`the debit of ${row.id} would credit an internal account`);
  if (typeof started === 'string' || isAccepted) return started;
  return failPayment(context, started, { move: 'FAIL_UNEXCHANGED', reason: 'QUOTE_RATE_UNAVAILABLE' });
}

/** For money that is there: the ledger refuses nothing that comes from outside. */
export async function startPaid(
  context: WorkContext,
  row: TransactionRow,
  start: 'EXECUTE_FUNDED' | 'RECEIVE',
): Promise<TransactionRow> {
  const started = await startPayment(context, row, start);
  if (typeof started === 'string') throw new Error(`the money that was paid in for ${row.id} was refused: ${started}`);
  return started;
}

function conversionOf(row: TransactionRow): Conversion {
  return {
    sending: row.sent_currency,
    receiving: row.received_currency,
    rate: row.exchange_rate,
    destinationIdentifier: row.destination_identifier,
  };
}

/** Asks the bank of the source for the money. Until it is there the transaction stays as it is. */
function requestDirectDebit(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const submitted = { ...row, submitted_at: context.now };
  const due = {
    due_at: context.deps.collections.firstLookAt(directDebitOf(submitted)),
    due_action: 'COLLECT' as const,
  };
  return mustMovePayment(context, submitted, 'REQUEST_DIRECT_DEBIT', { set: due });
}
