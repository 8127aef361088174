import { type FeeSchedule, hasFee, type Price, priceQuote, serviceTerms, takesAll } from '../../engines/rates/price.ts';
import type { Market } from '../../engines/rates/rate-source.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { platformFeeCurrency } from '../../platform/config/currency-terms.ts';
import { hasDollarPrice, refuseWithoutDollarPrice } from '../pricing/dollar-price.ts';
import { type CostSources, costMinor } from '../pricing/network-costs.ts';
import { exceedsPaymentLimit, exceedsUnprovenLimit, needsProof, worthInCents } from '../pricing/payment-limits.ts';
import { awaitsProof } from './check-parties.ts';
import { isOutside, type Parties, type QuoteRequest } from './parties.ts';
import type { QuoteFacts } from './quote-facts.ts';

export interface Priced {
  readonly price: Price;
  /** Sending major units per receiving major unit, decimal text. */
  readonly rate: string;
  /** The terms that the price was calculated with. */
  readonly fees: FeeSchedule;
}

type PriceRefusal = Refusal<
  | 'INVALID_INPUT'
  | 'QUOTE_REQUEST_FAILED'
  | 'INVALID_CURRENCY'
  | 'QUOTE_RATE_UNAVAILABLE'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'INVALID_AMOUNT'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
>;

/** Prices the request with its fees at the current rate, and checks the price against the limits. */
export function pricePayment(
  request: QuoteRequest,
  parties: Parties,
  facts: QuoteFacts,
  market: Market & CostSources,
): Priced | PriceRefusal {
  const { source, destination } = parties;
  const { rates, now } = market;
  const [sending, receiving] = [source.currency, destination.currency];
  const unusable = refuseFee(request, sending, facts) ?? refuseUnsupported(parties, facts);
  if (unusable !== undefined) return unusable;
  const quoted = rates.rateFor(sending, receiving, now);
  if (quoted === undefined) {
    return refuse(
      'QUOTE_RATE_UNAVAILABLE',
      `There is no rate from ${sending} to ${receiving} now. Try again later or use another corridor.`,
    );
  }
  if (!hasDollarPrice(rates, sending)) return refuseWithoutDollarPrice(sending);
  const { rate } = quoted;
  const service = serviceTerms(sending !== receiving, !destination.isInternal);
  const networkMinor = costMinor(market, destination.network, sending);
  const fees = { service, platform: facts.platformFee, networkMinor };
  const lockedSide = request.lockedCurrencySide;
  const lockedMinor = BigInt(request.lockedCurrencyAmount);
  const price = priceQuote({ lockedSide, lockedMinor, sending, receiving, rate, fees });
  if (price === undefined) return takesAll(fees) ? allTaken(lockedSide) : tooSmall(lockedSide);
  const cents = worthInCents(rates, price.sendingMinor, sending);
  if (awaitsProof(destination) && exceedsUnprovenLimit(cents)) return needsProof(destination.accountId ?? '');
  return (
    exceedsPaymentLimit(cents) ??
    exceedsRange(price) ?? { price, rate, fees: { ...fees, service: price.fees.serviceTerms } }
  );
}

/** Refuses a fee that could not be credited. */
function refuseFee(
  { platformFeeOverride: override }: QuoteRequest,
  sending: string,
  { platformFee, feeAccount }: QuoteFacts,
): Refusal<'INVALID_INPUT' | 'QUOTE_REQUEST_FAILED'> | undefined {
  const errors = override === undefined ? [] : overrideErrors(sending, override.platformFixedFee.currency);
  if (errors.length > 0) return refuseFields(errors);
  if (!hasFee(platformFee) || feeAccount?.status === 'ACTIVE') return undefined;
  const state = feeAccount === undefined ? 'does not exist' : `is ${feeAccount.status}`;
  return refuse(
    'QUOTE_REQUEST_FAILED',
    `The platform's fee would be credited to its ${sending} account, which ${state}. Set no fee, or try again once the account is ACTIVE.`,
  );
}

function overrideErrors(sending: string, feeCurrency: string): FieldError[] {
  if (sending !== platformFeeCurrency) {
    const message = `A platform fee requires a sending currency of ${platformFeeCurrency}; this quote sends ${sending}. Leave platformFeeOverride out.`;
    return [{ field: 'platformFeeOverride', message }];
  }
  if (feeCurrency === sending) return [];
  const message = `The fixed fee is taken in the sending currency. Send ${sending}.`;
  return [{ field: 'platformFeeOverride.platformFixedFee.currency', message, constraint: { enum: [sending] } }];
}

/**
 * Balances and UMA payments require a currency of the platform; a payment to an external account requires only a
 * rail.
 */
function refuseUnsupported(parties: Parties, { terms, umaPayee }: QuoteFacts): Refusal<'INVALID_CURRENCY'> | undefined {
  const { source, destination } = parties;
  if (destination.uma !== undefined && terms.sending?.directions.includes('OUTGOING') === false)
    return refuse(
      'INVALID_CURRENCY',
      `The platform does not send payments to UMA addresses in ${source.currency}. Enable OUTGOING for it in supportedCurrencies with PATCH /config, or send another currency.`,
    );
  if (umaPayee !== undefined && terms.receiving?.directions.includes('INCOMING') === false)
    return refuse(
      'INVALID_CURRENCY',
      `The platform no longer receives payments at UMA addresses in ${destination.currency}. Look the receiver up again and choose another currency.`,
    );
  if (terms.sending !== undefined && (terms.receiving !== undefined || isOutside(parties))) return undefined;
  const missing = terms.sending === undefined ? source.currency : destination.currency;
  return refuse(
    'INVALID_CURRENCY',
    `${missing} is not among the platform's currencies, which its balances and UMA payments require. Add it to supportedCurrencies with PATCH /config.`,
  );
}

/** Only a token, or an asset of almost no value, exceeds this: every other payment is limited by its value. */
function exceedsRange({ sendingMinor, receivingMinor }: Price): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  if (sendingMinor <= largestWireMinor && receivingMinor <= largestWireMinor) return undefined;
  return refuse(
    'AMOUNT_OUT_OF_RANGE',
    `With fees and conversion the payment exceeds ${largestWireMinor}, the largest possible amount. Lower the amount.`,
  );
}

type LockedSide = QuoteRequest['lockedCurrencySide'];

function allTaken(lockedSide: LockedSide): Refusal<'AMOUNT_OUT_OF_RANGE' | 'INVALID_AMOUNT'> {
  return refuse(
    lockedSide === 'SENDING' ? 'AMOUNT_OUT_OF_RANGE' : 'INVALID_AMOUNT',
    'Fees of 100 percent or more leave nothing, whatever the amount. Lower the platform fee, in platformFeeOverride or feeConfigs.',
  );
}

function tooSmall(lockedSide: LockedSide): Refusal<'AMOUNT_OUT_OF_RANGE' | 'INVALID_AMOUNT'> {
  return lockedSide === 'SENDING'
    ? refuse(
        'AMOUNT_OUT_OF_RANGE',
        'The amount is too small: after fees and conversion nothing arrives. GET /exchange-rates returns the smallest amount, and POST /crypto/estimate-withdrawal-fee returns the network fee of a wallet. Raise the amount.',
      )
    : refuse(
        'INVALID_AMOUNT',
        'The receiving amount costs less than one smallest unit of the sending currency. Raise the amount.',
      );
}
