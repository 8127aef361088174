import { epochMsOf, type Instant, instantOf } from './instant.ts';

/** The only source of time. Nothing else in the server reads the wall clock for a business decision. */
export interface Clock {
  now(): Instant;
  /** Real milliseconds until the clock shows `instant`; `null` if it is only moved manually. */
  realDelayMs(instant: Instant): number | null;
  /** How far the clock advances in this much real time while it runs. */
  shownMs(realMs: number): number;
}

/** How a clock was set: at the real time `anchoredAtReal` it showed `anchoredAt`. */
export interface ClockAnchor {
  readonly anchoredAtReal: Instant;
  readonly anchoredAt: Instant;
  /** Simulated seconds per real second; 1 is real time. */
  readonly scale: number;
  /** A frozen clock shows `anchoredAt` until it is set again. */
  readonly isFrozen: boolean;
}

const epoch = '1970-01-01T00:00:00.000Z';

/** Real time. */
export const realAnchor: ClockAnchor = { anchoredAtReal: epoch, anchoredAt: epoch, scale: 1, isFrozen: false };

/** A clock that was set: it shows `instant`, and continues from there. */
export function anchorAt(instant: Instant, { scale, isFrozen }: Pick<ClockAnchor, 'scale' | 'isFrozen'>): ClockAnchor {
  return { anchoredAtReal: instantOf(Date.now()), anchoredAt: instant, scale, isFrozen };
}

/** A clock that can be set to another time or another speed, or frozen. */
export interface MovableClock extends Clock {
  readonly anchor: ClockAnchor;
  set(anchor: ClockAnchor): void;
}

/** `realNowMs` is real time. A test can give a fixed one. */
export function createMovableClock(start: ClockAnchor, realNowMs: () => number = Date.now): MovableClock {
  let anchor = start;
  let realStart = 0;
  let shownStart = 0;
  const set = (next: ClockAnchor): void => {
    anchor = next;
    realStart = epochMsOf(next.anchoredAtReal);
    shownStart = epochMsOf(next.anchoredAt);
  };
  set(start);
  return {
    get anchor() {
      return anchor;
    },
    set,
    now: () => {
      if (anchor.isFrozen) return anchor.anchoredAt;
      return instantOf(shownStart + Math.floor((realNowMs() - realStart) * anchor.scale));
    },
    realDelayMs: (instant) => {
      if (anchor.isFrozen) return null;
      const reachedAtRealMs = realStart + (epochMsOf(instant) - shownStart) / anchor.scale;
      return Math.max(0, Math.ceil(reachedAtRealMs - realNowMs()));
    },
    shownMs: (realMs) => Math.ceil(realMs * anchor.scale),
  };
}

/** A clock that stands still until it is set. */
export interface ManualClock extends MovableClock {
  moveTo(instant: Instant): void;
}

export function createManualClock(start: Instant): ManualClock {
  const clock = createMovableClock(anchorAt(start, { scale: 1, isFrozen: true }));
  return Object.assign(clock, {
    moveTo: (instant: Instant): void => {
      if (instant < clock.now()) throw new Error(`a clock does not go back: ${instant} is before ${clock.now()}`);
      clock.set({ ...clock.anchor, anchoredAt: instant });
    },
  });
}
