import type { PaymentInstructions } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Source } from './parties.ts';

/** What a payer needs to pay for a quote, and what the deposit is recognised by. */
export interface OpenedFunding {
  readonly reference: string;
  readonly instructions: readonly PaymentInstructions[];
}

interface Opening {
  readonly quoteId: string;
  readonly source: Source;
  readonly amountMinor: bigint;
  readonly expiresAt: Instant;
}

/** Opens the ways to pay the quote's money in; a quote that is paid from an account has none. */
export function openFunding(
  { now, deps }: WorkContext,
  { quoteId, source, amountMinor, expiresAt }: Opening,
): OpenedFunding | undefined {
  if (source.accountId !== null) return undefined;
  const reference = newPaymentReference(deps.random);
  const { customerId, currency, routes } = source;
  const payment = { amountMinor, createdAt: now, expiresAt };
  const instructions = deps.funding.instructionsFor({ quoteId, customerId, currency, reference, routes, payment });
  return { reference, instructions };
}
