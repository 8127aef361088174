import { basisPointsOf } from '../money/money.ts';
import { divideHalfUp } from '../money/rounding.ts';

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

/** The fees on an amount to be sent: variable parts are taken of what the fixed parts leave, each rounded on its own. */
export function feesOfSending(sendingMinor: bigint, { service, platform }: FeeSchedule): Fees {
  return feesOnBase(sendingMinor - service.fixedMinor - platform.fixedMinor, { service, platform });
}

/**
 * The fees on top of a principal that must arrive whole: the base is solved so that it costs the same
 * rate as locking the sending side.
 */
export function feesOfPrincipal(principalMinor: bigint, { service, platform }: FeeSchedule): Fees {
  const keptBps = 10_000n - BigInt(service.variableBps + platform.variableBps);
  if (keptBps <= 0n) throw new RangeError('fees take the whole amount');
  return feesOnBase(divideHalfUp(principalMinor * 10_000n, keptBps), { service, platform });
}

function feesOnBase(baseMinor: bigint, { service, platform }: FeeSchedule): Fees {
  const serviceVariableMinor = basisPointsOf(baseMinor, service.variableBps);
  const platformVariableMinor = basisPointsOf(baseMinor, platform.variableBps);
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
