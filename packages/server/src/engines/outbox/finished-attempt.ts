import type { Instant } from '../../ground/clock/instant.ts';

/** An attempt to deliver an event, for those who watch the server. Nothing in it is personal or secret. */
export interface FinishedAttempt {
  readonly tenant: number;
  readonly eventId: string;
  readonly type: string;
  readonly resourceId: string;
  /** The first one is 1. */
  readonly attempt: number;
  /** Real time. */
  readonly startedAt: Instant;
  readonly durationMs: number;
  /** `null` where no answer came. */
  readonly statusCode: number | null;
  /** Why none came; `null` where one did. */
  readonly error: string | null;
  readonly isTimeout: boolean;
  /** The receiver has it now. */
  readonly isTaken: boolean;
}

export type AttemptListener = (finished: FinishedAttempt) => void;
