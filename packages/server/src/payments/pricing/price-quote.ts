import { type FeeSchedule, type Fees, feesOfPrincipal, feesOfSending } from '../../engines/rates/fees.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { parseRate, toReceiving, toSending } from '../../ground/money/rate.ts';
import { rounded } from '../../ground/money/rounding.ts';

export interface PriceRequest {
  readonly lockedSide: 'SENDING' | 'RECEIVING';
  readonly lockedMinor: bigint;
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  /** Sending major units per receiving major unit, decimal text. */
  readonly rate: string;
  readonly fees: FeeSchedule;
}

export interface Price {
  /** What leaves the sender, fees included. */
  readonly sendingMinor: bigint;
  readonly receivingMinor: bigint;
  /** What is converted: sending less fees. */
  readonly principalMinor: bigint;
  readonly fees: Fees;
}

/** Prices a transfer; `undefined` when fees leave nothing to send, nothing arrives, or what arrives costs less than one smallest unit. */
export function priceQuote(request: PriceRequest): Price | undefined {
  if (takesAll(request.fees)) return undefined;
  return request.lockedSide === 'SENDING' ? priceSending(request) : priceReceiving(request);
}

/** Whether fees leave nothing of any amount. */
export function takesAll({ service, platform }: FeeSchedule): boolean {
  return service.variableBps + platform.variableBps >= 10_000;
}

function priceSending({ lockedMinor, sending, receiving, rate, fees: schedule }: PriceRequest): Price | undefined {
  const fees = feesOfSending(lockedMinor, schedule);
  const principalMinor = lockedMinor - fees.totalMinor;
  if (principalMinor <= 0n) return undefined;
  const receivingMinor = rounded.received(toReceiving(principalMinor, parseRate(rate), sending, receiving));
  return receivingMinor > 0n ? { sendingMinor: lockedMinor, receivingMinor, principalMinor, fees } : undefined;
}

/** What costs less than one smallest unit has no price: rounded up, it would cost many times what it is worth. */
function priceReceiving({ lockedMinor, sending, receiving, rate, fees: schedule }: PriceRequest): Price | undefined {
  const cost = toSending(lockedMinor, parseRate(rate), sending, receiving);
  if (cost.numerator < cost.denominator) return undefined;
  const principalMinor = rounded.paid(cost);
  const fees = feesOfPrincipal(principalMinor, schedule);
  return { sendingMinor: principalMinor + fees.totalMinor, receivingMinor: lockedMinor, principalMinor, fees };
}
