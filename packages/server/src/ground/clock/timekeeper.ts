import type { Instant } from './instant.ts';

/** How the clock runs. */
export interface ClockState {
  readonly now: Instant;
  /** Simulated seconds per real second. */
  readonly scale: number;
  readonly isFrozen: boolean;
}

/** A way through time that was taken. */
export interface Journey {
  readonly from: Instant;
  /** Where it was to end. */
  readonly to: Instant;
  /** Where it ended: before `to` when there was too much to do at once. */
  readonly reached: Instant;
}

/** How much is done in one journey. */
export interface JourneyBounds {
  readonly realMs: number;
}

/** The one who moves the clock. One move at a time, in all processes on one database. */
export interface Timekeeper {
  state(): ClockState;
  /** Changes how the clock runs, from the moment that it shows. */
  change(change: Partial<Pick<ClockState, 'scale' | 'isFrozen'>>): Promise<ClockState>;
  /**
   * Moves the clock on to the moment that `aim` picks, doing what becomes due on the way, each thing at its
   * own time. `aim` is asked once no other move is under way; when it answers `undefined` nothing is moved.
   */
  advance(aim: (now: Instant) => Instant | undefined, bounds: JourneyBounds): Promise<Journey | undefined>;
  /** While another process moves the clock, a promise of what it shows now; otherwise nothing to wait for. */
  catchUp(): Promise<void> | undefined;
}

/** Another process has been moving the clock for too long. */
export class ClockBusy extends Error {}
