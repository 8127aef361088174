import type { Instant } from '../../ground/clock/instant.ts';

/** An attempt to deliver an event, for observers of the server. It contains no personal or secret data. */
export interface FinishedAttempt {
  readonly tenant: number;
  readonly eventId: string;
  readonly type: string;
  readonly resourceId: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** Real time. */
  readonly startedAt: Instant;
  readonly durationMs: number;
  /** `null` if there was no response. */
  readonly statusCode: number | null;
  /** Why there was no response; `null` if there was one. */
  readonly error: string | null;
  readonly isTimeout: boolean;
  /** Whether the receiver has the event now. */
  readonly isTaken: boolean;
}

export type AttemptListener = (finished: FinishedAttempt) => void;
