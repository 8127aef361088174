import { epochMsOf, type Instant, instantOf } from './instant.ts';

/** The only source of time. Nothing else in the server reads the wall clock for a business decision. */
export interface Clock {
  now(): Instant;
  /** Real milliseconds until the clock shows `instant`; `null` when it only moves by hand. */
  realDelayMs(instant: Instant): number | null;
}

/** Where a scaled clock was started: at real time `anchoredAtReal` it showed `anchoredAt`. */
export interface ClockAnchor {
  readonly anchoredAtReal: Instant;
  readonly anchoredAt: Instant;
  /** Simulated seconds per real second; 1 is real time. */
  readonly scale: number;
}

export function anchorNow(scale: number): ClockAnchor {
  const now = instantOf(Date.now());
  return { anchoredAtReal: now, anchoredAt: now, scale };
}

/** The same moment, a new speed: time goes on from what the old anchor shows. */
export function reanchor(anchor: ClockAnchor, scale: number): ClockAnchor {
  return { anchoredAtReal: instantOf(Date.now()), anchoredAt: createScaledClock(anchor).now(), scale };
}

/** A clock that runs `scale` times as fast as real time from its anchor; scale 1 is the real clock. */
export function createScaledClock(anchor: ClockAnchor): Clock {
  const realStart = epochMsOf(anchor.anchoredAtReal);
  const start = epochMsOf(anchor.anchoredAt);
  return {
    now: () => instantOf(start + Math.floor((Date.now() - realStart) * anchor.scale)),
    realDelayMs: (instant) => {
      const reachedAtRealMs = realStart + (epochMsOf(instant) - start) / anchor.scale;
      return Math.max(0, Math.ceil(reachedAtRealMs - Date.now()));
    },
  };
}

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  moveTo(instant: Instant): void;
}

export function createManualClock(start: Instant): ManualClock {
  let current = start;
  return {
    now: () => current,
    realDelayMs: () => null,
    moveTo: (instant) => {
      if (instant < current) throw new Error(`a clock does not go back: ${instant} is before ${current}`);
      current = instant;
    },
  };
}
