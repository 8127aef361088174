import { findFactors, namesOf, preferredFactor } from '../../access/sca/factors.ts';
import type { ChallengeRow } from '../../access/sca/tables.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Outcome } from '../../operation/operation.ts';
import { mustMovePayment, quoteStatusAfter } from '../transactions/move-payment.ts';
import { startPayment } from '../transactions/payment-steps.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { showQuote, startedQuote } from './quote-view.ts';
import { refuseDebit } from './refuse-debit.ts';
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
    await challengeFor(context, { quote, transaction, purpose: next, factor, factors, move: 'REQUIRE_MORE_SCA' });
    return { status: 200, body: await showQuote(context, quote) };
  }
  const unusable = await refuseUnusableParty(context, transaction);
  if (unusable !== undefined) return unusable;
  if (quote.funding_reference !== null) {
    const due = { due_at: quote.expires_at, due_action: 'EXPIRE' } as const;
    await mustMovePayment(context, transaction, 'AUTHORIZE_TO_FUND', { set: due });
    const status = quoteStatusAfter('AUTHORIZE_TO_FUND');
    return { status: 200, body: await showQuote(context, { ...quote, status }) };
  }
  const started = await startPayment(context, transaction, 'EXECUTE_AUTHORIZED');
  return typeof started === 'string'
    ? refuseDebit(started, transaction, { now: context.now, isNew: false })
    : { status: 200, body: await showQuote(context, startedQuote(quote, started)) };
}
