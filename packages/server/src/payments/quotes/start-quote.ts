import type { Quote } from '@payments-platform/types';
import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { exceedsDailyVolume } from '../pricing/payment-limits.ts';
import { quoteStatusAfter } from '../transactions/move-payment.ts';
import { startPayment } from '../transactions/payment-steps.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';

/** What an account that is not active any more is told as: while the quote is made there is none to come back to. */
type NotActive = 'CONFLICT' | 'QUOTE_REQUEST_FAILED';

type RefusedDebit<Code extends NotActive> = Refusal<'INSUFFICIENT_FUNDS' | 'DAILY_VOLUME_LIMIT_EXCEEDED' | Code>;

/** Sends the payment of a quote on its way. Returns the quote as it is then, or why its money is not taken. */
export async function startQuote<Code extends NotActive>(
  context: WorkContext,
  { quote, transaction }: { readonly quote: QuoteRow; readonly transaction: TransactionRow },
  start: 'EXECUTE' | 'EXECUTE_AUTHORIZED',
  notActive: Code,
): Promise<Quote | RefusedDebit<Code>> {
  const started = await startPayment(context, transaction, start);
  if (typeof started === 'string')
    return refuseDebit(started, transaction.source_account_id ?? '', context.now, notActive);
  const status = quoteStatusAfter(started.status === 'FAILED' ? 'FAIL' : 'EXECUTE');
  return viewQuote({ ...quote, status });
}

/** Why the ledger does not take the money of a quote that was there to be executed. */
function refuseDebit<Code extends NotActive>(
  refusal: DebitRefusal,
  accountId: string,
  now: Instant,
  notActive: Code,
): RefusedDebit<Code> {
  if (refusal === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDailyVolume(accountId, now);
  const isNew = notActive === 'QUOTE_REQUEST_FAILED';
  if (refusal === 'INSUFFICIENT_FUNDS') {
    const next = isNew ? 'send the request again' : 'execute the quote again before it expires';
    return refuse(
      'INSUFFICIENT_FUNDS',
      `The balance of ${accountId} does not cover the total sending amount. Fund the account and ${next}.`,
    );
  }
  return refuse(
    notActive,
    isNew
      ? `The source account ${accountId} is not active any more.`
      : `The source account ${accountId} is not active, so nothing can be sent from it.`,
  );
}
