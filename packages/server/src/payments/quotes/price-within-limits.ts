import type { FeeSchedule } from '../../engines/rates/fees.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { supportsCurrency } from '../../platform/platforms/supports-currency.ts';
import { exceedsPaymentLimit, exceedsUnprovenLimit, needsProof, worthInCents } from '../pricing/payment-limits.ts';
import { type Price, priceQuote, takesAll } from '../pricing/price-quote.ts';
import { awaitsProof } from './check-accounts.ts';
import type { Parties, QuoteRequest } from './parties.ts';

export interface Priced {
  readonly price: Price;
  /** Sending major units per receiving major unit, decimal text. */
  readonly rate: string;
}

type PriceRefusal = Refusal<
  | 'INVALID_CURRENCY'
  | 'QUOTE_RATE_UNAVAILABLE'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'INVALID_AMOUNT'
  | 'TRANSACTION_SIZE_LIMIT_EXCEEDED'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
>;

/** Prices the request at the current rate and holds the price against the limits. */
export async function priceWithinLimits(
  context: WorkContext,
  request: QuoteRequest,
  { source, destination }: Parties,
  fees: FeeSchedule,
): Promise<Priced | PriceRefusal> {
  const { now, deps } = context;
  const [sending, receiving] = [source.currency, destination.currency];
  const unsupported = await refuseUnsupported(context, { source, destination });
  if (unsupported !== undefined) return unsupported;
  const quoted = deps.rates.rateFor(sending, receiving, now);
  if (quoted === undefined) {
    return refuse(
      'QUOTE_RATE_UNAVAILABLE',
      `There is no rate from ${sending} to ${receiving} now. Try again later or use another corridor.`,
    );
  }
  const lockedSide = request.lockedCurrencySide;
  const price = priceQuote({
    lockedSide,
    lockedMinor: BigInt(request.lockedCurrencyAmount),
    sending,
    receiving,
    rate: quoted.rate,
    fees,
  });
  if (price === undefined) return takesAll(fees) ? allTaken(lockedSide) : tooSmall(lockedSide);
  const cents = worthInCents(deps.rates, price.sendingMinor, sending) ?? 0n;
  if (awaitsProof(destination) && exceedsUnprovenLimit(cents)) return needsProof(destination.accountId ?? '');
  return exceedsPaymentLimit(cents) ?? exceedsRange(price) ?? { price, rate: quoted.rate };
}

/** The platform's currencies are those of its balances and of UMA; what leaves for an account outside needs a rail alone. */
async function refuseUnsupported(
  { unit, tenant }: WorkContext,
  { source, destination }: Parties,
): Promise<Refusal<'INVALID_CURRENCY'> | undefined> {
  const isOutside = !destination.isInternal && destination.uma === undefined;
  const needed = isOutside ? [source.currency] : [source.currency, destination.currency];
  const supported = await Promise.all(needed.map((currency) => supportsCurrency(unit, tenant, currency)));
  const missing = needed.find((_, index) => supported[index] === false);
  if (missing === undefined) return undefined;
  return refuse(
    'INVALID_CURRENCY',
    `${missing} is not among the platform's currencies, which its balances and UMA payments need. Add it to supportedCurrencies with PATCH /config.`,
  );
}

/** Only a currency without a price in US dollars comes that far: every other payment is bounded by its worth. */
function exceedsRange({ sendingMinor, receivingMinor }: Price): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  if (sendingMinor <= largestWireMinor && receivingMinor <= largestWireMinor) return undefined;
  return refuse(
    'AMOUNT_OUT_OF_RANGE',
    `With fees and conversion the payment passes ${largestWireMinor}, the largest amount there is. Lower the amount.`,
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
        'The amount is too small: after fees and conversion nothing arrives. GET /exchange-rates tells the smallest one; raise the amount.',
      )
    : refuse(
        'INVALID_AMOUNT',
        'The receiving amount costs less than one smallest unit of the sending currency. Raise the amount.',
      );
}
