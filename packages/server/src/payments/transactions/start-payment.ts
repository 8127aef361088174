import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { DebitRefusal, PostEntryContext } from '../../engines/ledger/post-entry.ts';
import type { Conversion } from '../../engines/rates/rate-source.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { directDebitOf } from './direct-debit.ts';
import { moveTransaction } from './move-transaction.ts';
import { debitEntry, unexchangedEntry } from './payment-entries.ts';
import { railPaymentOf } from './rail-payment.ts';
import { refundStart } from './refund-start.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

type Limits = Pick<PostEntryContext, 'dailyLimitMinor'>;

/**
 * Takes the money, which is there, and sends the payment on its way; or answers why the ledger refuses. A price
 * that the market no longer takes ends the payment before anything is exchanged, and what was taken goes back;
 * the caller then ends the quote with `endWithPayment`.
 */
export async function startPayment(
  context: WorkContext,
  row: TransactionRow,
  limits: Limits = {},
): Promise<DebitRefusal | TransactionRow> {
  const { now, deps } = context;
  const isAccepted = deps.rates.accepts(conversionOf(row), now);
  const posted = await postEntryWithEvents(context, isAccepted ? debitEntry(row) : unexchangedEntry(row), limits);
  if (posted === 'ACCOUNT_CANNOT_RECEIVE') throw new Error(`the debit of ${row.id} would credit an internal account`);
  if (typeof posted === 'string') return posted;
  const submitted = { ...row, submitted_at: now };
  const trigger = row.status === 'PENDING_AUTHORIZATION' ? 'AUTHORIZE' : 'CONFIRM';
  if (!isAccepted) {
    return moveTransaction(context, submitted, [
      { trigger, set: {} },
      { trigger: 'FAIL', set: { failure_reason: 'QUOTE_RATE_UNAVAILABLE' } },
      refundStart(context, submitted, 'TRANSACTION_FAILED'),
    ]);
  }
  const payment = railPaymentOf(submitted);
  return moveTransaction(context, submitted, [
    {
      trigger,
      set: {
        expected_settlement_at: deps.rails.expectedAt(payment),
        due_at: deps.rails.firstLookAt(payment),
        due_action: 'LOOK',
      },
    },
  ]);
}

function conversionOf(row: TransactionRow): Conversion {
  return {
    sending: row.sent_currency,
    receiving: row.received_currency,
    rate: row.exchange_rate,
    destinationIdentifier: row.destination_identifier,
  };
}

/** Asks the bank of the source for the money. Until it is there the payment stays as it is. */
export async function startDirectDebit(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const submitted = { ...row, submitted_at: context.now };
  const due = {
    due_at: context.deps.collections.firstLookAt(directDebitOf(submitted)),
    due_action: 'COLLECT' as const,
  };
  const collecting = { ...submitted, ...due, updated_at: context.now };
  await saveTransaction(context.unit, collecting, row.sequence);
  return collecting;
}
