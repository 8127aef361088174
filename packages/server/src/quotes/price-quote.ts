import type { CurrencyCode } from '../money/currency.ts';
import { parseRate, toReceiving, toSending } from '../money/rate.ts';
import { type FeeSchedule, type Fees, feesOfPrincipal, feesOfSending } from '../rates/fees.ts';

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

/** Prices a transfer; `undefined` when fees leave nothing to send or nothing arrives. */
export function priceQuote(request: PriceRequest): Price | undefined {
  const { service, platform } = request.fees;
  if (service.variableBps + platform.variableBps >= 10_000) return undefined;
  const price = request.lockedSide === 'SENDING' ? priceSending(request) : priceReceiving(request);
  return price.principalMinor > 0n && price.receivingMinor > 0n ? price : undefined;
}

function priceSending({ lockedMinor, sending, receiving, rate, fees: schedule }: PriceRequest): Price {
  const fees = feesOfSending(lockedMinor, schedule);
  const principalMinor = lockedMinor - fees.totalMinor;
  const receivingMinor = principalMinor > 0n ? toReceiving(principalMinor, parseRate(rate), sending, receiving) : 0n;
  return { sendingMinor: lockedMinor, receivingMinor, principalMinor, fees };
}

function priceReceiving({ lockedMinor, sending, receiving, rate, fees: schedule }: PriceRequest): Price {
  const principalMinor = toSending(lockedMinor, parseRate(rate), sending, receiving);
  const fees = feesOfPrincipal(principalMinor, schedule);
  return { sendingMinor: principalMinor + fees.totalMinor, receivingMinor: lockedMinor, principalMinor, fees };
}
