import { createSeeded } from '../../../proofs/src/crash/seeded.ts';

export const spacings = ['constant', 'poisson'] as const;
export type Spacing = (typeof spacings)[number];

export interface Arrivals {
  /** Payments per second. */
  readonly rate: number;
  readonly spacing: Spacing;
  /** The same seed gives the same times. */
  readonly seed: number;
}

/** The planned start times of payments, in milliseconds from the start, independent of earlier payments. */
export function* arrivalTimes({ rate, spacing, seed }: Arrivals): Generator<number, never> {
  const random = createSeeded(seed);
  for (let count = 0, atMs = 0; ; count += 1) {
    yield atMs;
    // A constant interval is multiplied, not added up, so that the error does not grow with the number of payments.
    atMs = spacing === 'constant' ? ((count + 1) * 1000) / rate : atMs - (Math.log(1 - random()) * 1000) / rate;
  }
}
