import type { CurrencyCode } from '../../ground/money/currency.ts';
import { parseRate, toReceiving, toSending } from '../../ground/money/rate.ts';
import { type Ratio, rounded } from '../../ground/money/rounding.ts';

/** A fee: a share of the amount plus a fixed part, in the sending currency. */
export interface FeeTerms {
  readonly fixedMinor: bigint;
  readonly variableBps: number;
}

export interface FeeSchedule {
  readonly service: FeeTerms;
  readonly platform: FeeTerms;
  /** The cost of the network that delivers the money, in the sending currency: the least service fee. */
  readonly networkMinor?: bigint;
}

export interface Fees {
  /** The terms that determined the service's fee. */
  readonly serviceTerms: FeeTerms;
  readonly serviceVariableMinor: bigint;
  readonly serviceMinor: bigint;
  readonly platformMinor: bigint;
  /** The fees of service and platform together: `feesIncluded`. */
  readonly totalMinor: bigint;
}

export const noFee: FeeTerms = { fixedMinor: 0n, variableBps: 0 };

export function hasFee({ fixedMinor, variableBps }: FeeTerms): boolean {
  return fixedMinor > 0n || variableBps > 0;
}

/**
 * The service's own fee: half a percent for a conversion, a tenth of a percent for a payout, none inside the service.
 */
export function serviceTerms(isCrossCurrency: boolean, leavesService: boolean): FeeTerms {
  if (isCrossCurrency) return { fixedMinor: 0n, variableBps: 50 };
  return leavesService ? { fixedMinor: 0n, variableBps: 10 } : noFee;
}

const wholeBps = 10_000n;

/** The fees on an amount to be sent. Variable parts apply to the amount after the fixed parts. */
export function feesOfSending(sendingMinor: bigint, schedule: FeeSchedule): Fees {
  return coveringNetwork(schedule, (terms) => {
    const leftMinor = sendingMinor - terms.service.fixedMinor - terms.platform.fixedMinor;
    return feesOnBase({ numerator: leftMinor > 0n ? leftMinor : 0n, denominator: 1n }, terms);
  });
}

/**
 * The fees on top of a principal that must arrive in full. The base is solved so that the fee rate is the same as with
 * a locked sending side.
 */
export function feesOfPrincipal(principalMinor: bigint, schedule: FeeSchedule): Fees {
  return coveringNetwork(schedule, (terms) => {
    const keptBps = wholeBps - BigInt(terms.service.variableBps + terms.platform.variableBps);
    if (keptBps <= 0n) throw new RangeError('fees take the whole amount');
    return feesOnBase({ numerator: principalMinor * wholeBps, denominator: keptBps }, terms);
  });
}

/** If the service's own fee is less than the cost of the network, that cost replaces it as a fixed fee. */
function coveringNetwork(schedule: FeeSchedule, feesBy: (schedule: FeeSchedule) => Fees): Fees {
  const fees = feesBy(schedule);
  const { networkMinor = 0n } = schedule;
  if (fees.serviceMinor >= networkMinor) return fees;
  return feesBy({ ...schedule, service: { fixedMinor: networkMinor, variableBps: 0 } });
}

function feesOnBase(base: Ratio, { service, platform }: FeeSchedule): Fees {
  const serviceVariableMinor = variableFee(base, service);
  const serviceMinor = service.fixedMinor + serviceVariableMinor;
  const platformMinor = platform.fixedMinor + variableFee(base, platform);
  return {
    serviceTerms: service,
    serviceVariableMinor,
    serviceMinor,
    platformMinor,
    totalMinor: serviceMinor + platformMinor,
  };
}

/** The only rounding of a fee: the base is exact until here. */
function variableFee({ numerator, denominator }: Ratio, { variableBps }: FeeTerms): bigint {
  return rounded.fee({ numerator: numerator * BigInt(variableBps), denominator: denominator * wholeBps });
}

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
  /** The amount that leaves the sender, fees included. */
  readonly sendingMinor: bigint;
  readonly receivingMinor: bigint;
  /** The amount that is converted: the sending amount less fees. */
  readonly principalMinor: bigint;
  readonly fees: Fees;
}

/**
 * Prices a transfer. Returns `undefined` if fees leave nothing to send, nothing arrives, or the amount that arrives
 * costs less than one smallest unit.
 */
export function priceQuote(request: PriceRequest): Price | undefined {
  if (takesAll(request.fees)) return undefined;
  return request.lockedSide === 'SENDING' ? priceSending(request) : priceReceiving(request);
}

/** Whether variable fees take the whole of every amount. */
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

/** An amount that costs less than one smallest unit has no price: rounded up, it would cost many times its worth. */
function priceReceiving({ lockedMinor, sending, receiving, rate, fees: schedule }: PriceRequest): Price | undefined {
  const cost = toSending(lockedMinor, parseRate(rate), sending, receiving);
  if (cost.numerator < cost.denominator) return undefined;
  const principalMinor = rounded.paid(cost);
  const fees = feesOfPrincipal(principalMinor, schedule);
  return { sendingMinor: principalMinor + fees.totalMinor, receivingMinor: lockedMinor, principalMinor, fees };
}
