import type { Quote, RequestedScaFactor, ScaChallenge, ScaFactor } from '@payments-platform/types';
import { createChallenge, viewChallenge } from '../../access/sca/challenge.ts';
import { type Factors, findFactors, namesOf, preferredFactor } from '../../access/sca/factors.ts';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import { readScaSettings } from '../../access/sca/sca-settings.ts';
import { isTrusted } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { mustMovePayment } from '../transactions/move-payment.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { paymentConsent } from './payment-consent.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';
import { readScaPurposes } from './sca-purposes.ts';

/** Whether the customer has to authenticate before the quote goes on: not where they trust whom they pay. */
export async function needsAuthorization(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  quote: QuoteRow,
): Promise<boolean> {
  if (quote.sca_purposes === null) return false;
  const { destination_account_id: payee } = quote;
  return payee === null || !(await isTrusted(unit, tenant, payee, quote.customer_id));
}

export interface Held {
  readonly quote: QuoteRow;
  readonly transaction: TransactionRow;
  readonly requested: RequestedScaFactor | undefined;
}

/** Why there is nobody to authorize it: before the quote is there, that refuses the request; later it is a conflict. */
type NoFactor = 'CONFLICT' | 'QUOTE_REQUEST_FAILED';

/** Stops a quote on its way until its customer has passed the first challenge. Returns the quote with it. */
export async function requireAuthorization<Code extends NoFactor>(
  context: WorkContext,
  { quote, transaction, requested }: Held,
  noFactor: Code,
): Promise<Quote | Refusal<'INVALID_INPUT' | Code>> {
  const [purpose] = readScaPurposes(quote);
  if (purpose === undefined) throw new Error(`quote ${quote.id} needs no authorization`);
  const factors = await findFactors(context, quote.customer_id ?? '');
  const factor = chooseFactor(factors, requested, noFactor);
  if (typeof factor !== 'string') return factor;
  const move = quote.funding_reference === null ? 'REQUIRE_SCA' : 'REQUIRE_SCA_AT_CREATION';
  const scaChallenge = await challengeFor(context, { quote, transaction, purpose, factor, factors, move });
  return { ...viewQuote({ ...quote, status: 'PENDING_AUTHORIZATION' }), scaChallenge };
}

function chooseFactor<Code extends NoFactor>(
  factors: Factors,
  requested: RequestedScaFactor | undefined,
  noFactor: Code,
): ScaFactor | Refusal<'INVALID_INPUT' | Code> {
  if (requested === undefined) return preferredFactor(factors) ?? cannotAuthenticate(noFactor);
  if (namesOf(factors).includes(requested)) return requested;
  const message = `The customer cannot authenticate with ${requested}. Leave it out, or let the customer enroll it first.`;
  return refuseFields([{ field: 'scaFactor', message }]);
}

function cannotAuthenticate<Code extends NoFactor>(code: Code): Refusal<Code> {
  return refuse(
    code,
    'The customer has to authenticate and has nothing to do it with. Verify the phone or let the customer enroll a factor.',
  );
}

interface Question {
  readonly quote: QuoteRow;
  readonly transaction: TransactionRow;
  readonly purpose: ScaPurpose;
  readonly factor: ScaFactor;
  readonly factors: Factors;
  readonly move: 'REQUIRE_SCA_AT_CREATION' | 'REQUIRE_SCA' | 'REQUIRE_MORE_SCA';
}

/**
 * Asks the customer to agree to one purpose of the payment, which waits for that. An outgoing payment has an event
 * for each authorization that it waits for; an incoming one has no status for it and stays `PENDING`. Returns the
 * challenge as it is shown.
 */
export async function challengeFor(
  context: WorkContext,
  { quote, transaction, purpose, factor, factors, move }: Question,
): Promise<ScaChallenge> {
  const settings = await readScaSettings(context);
  const subject = paymentConsent(quote, transaction, purpose);
  const challenge = createChallenge(context, { subject, factor, factors, settings, purpose });
  const set = { due_at: challenge.expires_at, due_action: 'CHALLENGE_EXPIRE' } as const;
  await mustMovePayment(context, transaction, move, { set });
  return viewChallenge(challenge, settings);
}
