import { findPlatformAccount } from '../../accounts/internal/find-internal-account.ts';
import type { FeeSchedule, FeeTerms } from '../../engines/rates/fees.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { platformFeeCurrency, standingFees } from '../pricing/standing-fees.ts';
import type { Parties, QuoteRequest } from './parties.ts';

/** The fees of a quote: the service's, and the platform's own by override or standing configuration. */
export async function chooseFees(
  context: WorkContext,
  request: QuoteRequest,
  parties: Parties,
): Promise<FeeSchedule | Refusal<'INVALID_INPUT' | 'QUOTE_REQUEST_FAILED'>> {
  const fees = await scheduleOf(context, request, parties);
  if ('code' in fees || !takesFee(fees.platform)) return fees;
  const account = await findPlatformAccount(context.unit, context.tenant, parties.source.currency);
  return account?.status === 'ACTIVE' ? fees : undeliverable(parties.source.currency, account?.status);
}

function takesFee({ fixedMinor, variableBps }: FeeTerms): boolean {
  return fixedMinor > 0n || variableBps > 0;
}

/** A fee that could not be credited is not taken in the first place. */
function undeliverable(currency: string, status: string | undefined): Refusal<'QUOTE_REQUEST_FAILED'> {
  const state = status === undefined ? 'does not exist' : `is ${status}`;
  return refuse(
    'QUOTE_REQUEST_FAILED',
    `The platform's fee would be credited to its ${currency} account, which ${state}. Take no fee, or try again once the account is ACTIVE.`,
  );
}

async function scheduleOf(
  context: WorkContext,
  request: QuoteRequest,
  { source, destination }: Parties,
): Promise<FeeSchedule | Refusal<'INVALID_INPUT'>> {
  const standing = await standingFees(context, source.currency, destination.currency, !destination.isInternal);
  const override = request.platformFeeOverride;
  if (override === undefined) return standing;
  const errors = overrideErrors(source.currency, override.platformFixedFee.currency);
  if (errors.length > 0) return refuseFields(errors);
  const platform = {
    fixedMinor: BigInt(override.platformFixedFee.amount),
    variableBps: override.platformVariableFeeBps,
  };
  return { ...standing, platform };
}

function overrideErrors(sending: string, feeCurrency: string): FieldError[] {
  if (sending !== platformFeeCurrency) {
    const message = `A platform fee needs a sending currency of ${platformFeeCurrency}; this quote sends ${sending}. Leave platformFeeOverride out.`;
    return [{ field: 'platformFeeOverride', message }];
  }
  if (feeCurrency === sending) return [];
  const message = `The fixed fee is taken in the sending currency: write ${sending}.`;
  return [{ field: 'platformFeeOverride.platformFixedFee.currency', message, constraint: { enum: [sending] } }];
}
