import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { exceedsDailyVolume } from '../pricing/payment-limits.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';

type RefusedDebit<Code extends 'CONFLICT' | 'QUOTE_REQUEST_FAILED'> = Refusal<
  'INSUFFICIENT_FUNDS' | 'DAILY_VOLUME_LIMIT_EXCEEDED' | Code
>;

interface Situation<IsNew extends boolean> {
  readonly now: Instant;
  /** The request that creates the quote executes it; otherwise there is a quote to come back to. */
  readonly isNew: IsNew;
}

/** Why the ledger does not take the money of a quote that was there to be executed. */
export function refuseDebit(
  refusal: DebitRefusal,
  transaction: TransactionRow,
  situation: Situation<true>,
): RefusedDebit<'QUOTE_REQUEST_FAILED'>;
export function refuseDebit(
  refusal: DebitRefusal,
  transaction: TransactionRow,
  situation: Situation<false>,
): RefusedDebit<'CONFLICT'>;
export function refuseDebit(
  refusal: DebitRefusal,
  { source_account_id: accountId }: TransactionRow,
  { now, isNew }: Situation<boolean>,
): RefusedDebit<'CONFLICT' | 'QUOTE_REQUEST_FAILED'> {
  if (refusal === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDailyVolume(accountId ?? '', now);
  if (refusal === 'INSUFFICIENT_FUNDS') {
    const next = isNew ? 'send the request again' : 'execute the quote again before it expires';
    return refuse(
      'INSUFFICIENT_FUNDS',
      `The balance of ${accountId} does not cover the total sending amount. Fund the account and ${next}.`,
    );
  }
  return isNew
    ? refuse('QUOTE_REQUEST_FAILED', `The source account ${accountId} is not active any more.`)
    : refuse('CONFLICT', `The source account ${accountId} is not active, so nothing can be sent from it.`);
}
