import type { RequestedScaFactor, ScaFactor } from '@payments-platform/types';
import { createChallenge } from '../../access/sca/challenge.ts';
import { type Factors, findFactors, namesOf, preferredFactor } from '../../access/sca/factors.ts';
import { readScaSettings } from '../../access/sca/sca-settings.ts';
import { isTrusted } from '../../accounts/external/find-external-account.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { holdForAuthorization } from '../transactions/hold-for-authorization.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { paymentConsent } from './payment-consent.ts';
import type { QuoteRow } from './quote-row.ts';
import { changeQuoteStatus } from './quotes-repository.ts';
import { readScaPurposes, type ScaPurpose } from './sca-purposes.ts';

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

type Unauthorizable = Refusal<'INVALID_INPUT'> | 'NO_FACTOR';

/** Stops a quote on its way until its customer has passed the first challenge. Answers the quote as it is then. */
export async function requireAuthorization(
  context: WorkContext,
  { quote, transaction, requested }: Held,
): Promise<QuoteRow | Unauthorizable> {
  const { unit, tenant, now } = context;
  const [purpose] = readScaPurposes(quote);
  if (purpose === undefined) throw new Error(`quote ${quote.id} needs no authorization`);
  const factors = await findFactors(context, quote.customer_id ?? '');
  const factor = chooseFactor(factors, requested);
  if (typeof factor !== 'string' || factor === 'NO_FACTOR') return factor;
  const trigger = quote.funding_reference === null ? 'EXECUTE_REQUIRES_SCA' : 'CREATE_REQUIRES_SCA';
  const { to } = mustMove('quote', trigger === 'CREATE_REQUIRES_SCA' ? null : 'PENDING', trigger);
  await changeQuoteStatus(unit, { tenant, id: quote.id, from: quote.status, to, now });
  await challengeFor(context, { quote, transaction, purpose, factor, factors });
  return { ...quote, status: to };
}

function chooseFactor(factors: Factors, requested: RequestedScaFactor | undefined): ScaFactor | Unauthorizable {
  if (requested === undefined) return preferredFactor(factors) ?? 'NO_FACTOR';
  const names = namesOf(factors);
  if (names.includes(requested)) return requested;
  const message = `The customer cannot authenticate with ${requested}. Leave it out, or let the customer enroll it first.`;
  return refuseFields([{ field: 'scaFactor', message }]);
}

export function cannotAuthenticate<Code extends 'CONFLICT' | 'QUOTE_REQUEST_FAILED'>(code: Code): Refusal<Code> {
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
}

/** Asks the customer to agree to one purpose of the payment, and holds the payment meanwhile. */
export async function challengeFor(
  context: WorkContext,
  { quote, transaction, purpose, factor, factors }: Question,
): Promise<void> {
  const settings = await readScaSettings(context);
  const subject = paymentConsent(quote, transaction, purpose);
  const { expires_at: until } = createChallenge(context, { subject, factor, factors, settings, purpose });
  await holdForAuthorization(context, transaction, until);
}
