import { findFactors, namesOf, preferredFactor } from '../../access/sca/factors.ts';
import type { ChallengeRow } from '../../access/sca/tables.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Outcome } from '../../operation/operation.ts';
import { mustMovePayment, quoteStatusAfter } from '../transactions/move-payment.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';
import { refuseUnusableParty } from './refuse-unusable-party.ts';
import { challengeFor } from './require-authorization.ts';
import { readScaPurposes } from './sca-purposes.ts';
import { startQuote } from './start-quote.ts';

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
    const question = { quote, transaction, purpose: next, factor, factors, move: 'REQUIRE_MORE_SCA' } as const;
    return { status: 200, body: { ...viewQuote(quote), scaChallenge: await challengeFor(context, question) } };
  }
  const unusable = await refuseUnusableParty(context, transaction);
  if (unusable !== undefined) return unusable;
  if (quote.funding_reference !== null) {
    const due = { due_at: quote.expires_at, due_action: 'EXPIRE' } as const;
    await mustMovePayment(context, transaction, 'AUTHORIZE_TO_FUND', { set: due });
    const status = quoteStatusAfter('AUTHORIZE_TO_FUND');
    return { status: 200, body: viewQuote({ ...quote, status }) };
  }
  const started = await startQuote(context, { quote, transaction }, 'EXECUTE_AUTHORIZED', 'CONFLICT');
  return isRefusal(started) ? started : { status: 200, body: started };
}
