import type { ChallengeRow } from '../../access/sca/challenge-row.ts';
import { findFactors, namesOf, preferredFactor } from '../../access/sca/factors.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { Outcome } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { waitForDeposit } from '../transactions/hold-for-authorization.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { debit, refuseDebit } from './execute-quote.ts';
import { endWithPayment } from './move-quote.ts';
import type { QuoteRow } from './quote-row.ts';
import { showQuote } from './quote-view.ts';
import { changeQuoteStatus } from './quotes-repository.ts';
import { refuseUnusableParty } from './refuse-unusable-party.ts';
import { challengeFor } from './require-authorization.ts';
import { readScaPurposes } from './sca-purposes.ts';

/** One challenge is passed: asks for the next one, or lets the payment go on. */
export async function continueAuthorization(
  context: WorkContext,
  quote: QuoteRow,
  transaction: TransactionRow,
  passed: ChallengeRow,
): Promise<Outcome<'authorizeQuote'>> {
  const purposes = readScaPurposes(quote);
  const next = purposes[purposes.map(String).indexOf(passed.purpose ?? '') + 1];
  if (next !== undefined) {
    const factors = await findFactors(context, passed.customer_id);
    const names = namesOf(factors);
    // The factor that was just used, unless it is gone since.
    const factor = names.includes(passed.factor) ? passed.factor : (preferredFactor(factors) ?? passed.factor);
    const waiting = await move(context, quote, 'AUTHORIZE_MORE');
    await challengeFor(context, { quote: waiting, transaction, purpose: next, factor, factors });
    return { status: 200, body: await showQuote(context, waiting) };
  }
  const unusable = await refuseUnusableParty(context, transaction);
  if (unusable !== undefined) return unusable;
  if (quote.funding_reference !== null) {
    await waitForDeposit(context, transaction, quote.expires_at);
    return { status: 200, body: await showQuote(context, await move(context, quote, 'AUTHORIZE_TO_FUND')) };
  }
  const debited = await debit(context, transaction);
  if (typeof debited === 'string') return refuseDebit(debited, transaction, context.now);
  const authorized = await move(context, quote, 'AUTHORIZE');
  return { status: 200, body: await showQuote(context, await endWithPayment(context, authorized, debited)) };
}

async function move(
  { unit, tenant, now }: WorkContext,
  quote: QuoteRow,
  trigger: TriggerOf<'quote'>,
): Promise<QuoteRow> {
  const { to } = mustMove('quote', quote.status, trigger);
  const changes = await changeQuoteStatus(unit, { tenant, id: quote.id, from: quote.status, to, now });
  if (changes !== 1) throw new Error(`quote ${quote.id} moved on while it was authorized`);
  return { ...quote, status: to, updated_at: now };
}
