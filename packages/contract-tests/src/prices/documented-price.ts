import type { QuoteLockSide, Received } from '@payments-platform/types';

/** A fee as the interface discloses it: a fixed part in the smallest unit and a share in basis points. */
export interface FeeTerms {
  readonly fixedMinor: bigint;
  readonly bps: bigint;
}

export interface PriceQuestion {
  readonly side: QuoteLockSide;
  readonly lockedMinor: bigint;
  /** Sending major units for one receiving major unit, decimal text. */
  readonly rate: string;
  readonly sendingDecimals: number;
  readonly receivingDecimals: number;
  readonly service: FeeTerms;
  readonly platform: FeeTerms;
}

export interface DocumentedPrice {
  readonly sendingMinor: bigint;
  readonly receivingMinor: bigint;
  readonly feesMinor: bigint;
  readonly platformFeesMinor: bigint;
}

export const noFee: FeeTerms = { fixedMinor: 0n, bps: 0n };

const wholeBps = 10_000n;

function up(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Smallest sending units for one smallest receiving unit, as an exact ratio. */
function unitPrice({ rate, sendingDecimals, receivingDecimals }: PriceQuestion): {
  numerator: bigint;
  denominator: bigint;
} {
  const [whole = '0', fraction = ''] = rate.split('.');
  return {
    numerator: BigInt(whole + fraction) * 10n ** BigInt(sendingDecimals),
    denominator: 10n ** BigInt(fraction.length + receivingDecimals),
  };
}

/**
 * The price of a payment, calculated only from the documentation of `POST /quotes`: variable fees are a share of the
 * amount after the fixed fees, each part is rounded up separately, fees stay in the sending currency, and the
 * rest is divided by the rate and rounded down. With the receiving side locked, the same is solved backwards: the
 * cost of the amount at the rate is rounded up.
 */
export function documentedPrice(question: PriceQuestion): DocumentedPrice {
  const { side, lockedMinor, service, platform } = question;
  const { numerator, denominator } = unitPrice(question);
  const isSending = side === 'SENDING';
  const convertedMinor = isSending ? 0n : up(lockedMinor * numerator, denominator);
  // The base of the variable fees, over `keptBps`; with the receiving side locked it is not a whole number of units.
  const keptBps = isSending ? wholeBps : wholeBps - service.bps - platform.bps;
  const base = isSending
    ? (lockedMinor - service.fixedMinor - platform.fixedMinor) * wholeBps
    : convertedMinor * wholeBps;
  const platformFeesMinor = platform.fixedMinor + up(base * platform.bps, keptBps * wholeBps);
  const feesMinor = platformFeesMinor + service.fixedMinor + up(base * service.bps, keptBps * wholeBps);
  const sendingMinor = isSending ? lockedMinor : convertedMinor + feesMinor;
  const receivingMinor = isSending ? ((sendingMinor - feesMinor) * denominator) / numerator : lockedMinor;
  return { sendingMinor, receivingMinor, feesMinor, platformFeesMinor };
}

/** The service's own fee in a quote; a quote without rate details has none. */
export function serviceTermsOf({ rateDetails }: Received<'Quote'>): FeeTerms {
  if (rateDetails === undefined) return noFee;
  return {
    fixedMinor: BigInt(rateDetails.serviceApiFixedFee),
    // A rate such as 0.0064 is a whole number of basis points; rounding only removes the floating-point error.
    bps: BigInt(Math.round(rateDetails.serviceApiVariableFeeRate * 10_000)),
  };
}

/** The expected prices of a quote, given its own rate and fee terms. */
export function documentedPriceOf(
  quote: Received<'Quote'>,
  side: QuoteLockSide,
  lockedAmount: number,
  platform: FeeTerms = noFee,
) {
  const price = documentedPrice({
    side,
    lockedMinor: BigInt(lockedAmount),
    rate: decimalText(quote.exchangeRate),
    sendingDecimals: quote.sendingCurrency.decimals ?? 0,
    receivingDecimals: quote.receivingCurrency.decimals ?? 0,
    service: serviceTermsOf(quote),
    platform,
  });
  return {
    totalSendingAmount: Number(price.sendingMinor),
    totalReceivingAmount: Number(price.receivingMinor),
    feesIncluded: Number(price.feesMinor),
    platformFeesIncluded: Number(price.platformFeesMinor),
  };
}

/** The shortest decimal notation of this number, without an exponent. */
export function decimalText(value: number): string {
  const [digits = '0', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  const significant = digits.replace('.', '');
  return `0.${'0'.repeat(Number(exponent) - 1)}${significant}`;
}
