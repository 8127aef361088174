import { type Ratio, rounded } from '../../ground/money/rounding.ts';

/** A fee as a share of the amount plus a fixed part, in the sending currency. */
export interface FeeTerms {
  readonly fixedMinor: bigint;
  readonly variableBps: number;
}

export interface FeeSchedule {
  readonly service: FeeTerms;
  readonly platform: FeeTerms;
}

export interface Fees {
  readonly serviceVariableMinor: bigint;
  readonly serviceMinor: bigint;
  readonly platformVariableMinor: bigint;
  readonly platformMinor: bigint;
  /** Service and platform together: `feesIncluded`. */
  readonly totalMinor: bigint;
}

export const noFee: FeeTerms = { fixedMinor: 0n, variableBps: 0 };

/** What the service itself charges: conversion half a percent, payouts a tenth, moves inside nothing. */
export function serviceTerms(isCrossCurrency: boolean, leavesService: boolean): FeeTerms {
  if (isCrossCurrency) return { fixedMinor: 0n, variableBps: 50 };
  return leavesService ? { fixedMinor: 0n, variableBps: 10 } : noFee;
}

const wholeBps = 10_000n;

/** The fees on an amount to be sent: variable parts are taken of what the fixed parts leave. */
export function feesOfSending(sendingMinor: bigint, schedule: FeeSchedule): Fees {
  const { service, platform } = schedule;
  return feesOnBase({ numerator: sendingMinor - service.fixedMinor - platform.fixedMinor, denominator: 1n }, schedule);
}

/**
 * The fees on top of a principal that must arrive whole: the base is solved so that it costs the same
 * rate as locking the sending side.
 */
export function feesOfPrincipal(principalMinor: bigint, schedule: FeeSchedule): Fees {
  const keptBps = wholeBps - BigInt(schedule.service.variableBps + schedule.platform.variableBps);
  if (keptBps <= 0n) throw new RangeError('fees take the whole amount');
  return feesOnBase({ numerator: principalMinor * wholeBps, denominator: keptBps }, schedule);
}

function feesOnBase(base: Ratio, { service, platform }: FeeSchedule): Fees {
  const serviceVariableMinor = variableFee(base, service);
  const platformVariableMinor = variableFee(base, platform);
  const serviceMinor = service.fixedMinor + serviceVariableMinor;
  const platformMinor = platform.fixedMinor + platformVariableMinor;
  return {
    serviceVariableMinor,
    serviceMinor,
    platformVariableMinor,
    platformMinor,
    totalMinor: serviceMinor + platformMinor,
  };
}

/** The one rounding of a fee: the base stays exact until here. */
function variableFee({ numerator, denominator }: Ratio, { variableBps }: FeeTerms): bigint {
  return rounded.fee({ numerator: numerator * BigInt(variableBps), denominator: denominator * wholeBps });
}
