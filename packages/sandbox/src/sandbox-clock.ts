import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import { type Duration, secondsOf } from './duration.ts';

/** The events and delivery attempts during the advance, in the order of their time. */
export type ClockActivity = Received<'SandboxClockAdvance'>['happened'][number];

/** The clock of one sandbox platform. It alone decides when something becomes due there. */
export interface SandboxClock {
  /** The current time of the platform, as it writes it: `2026-01-31T10:00:00.000Z`. */
  now(): Promise<string>;
  /**
   * Advances by a duration such as `2d`. Resolves once all work that became due is done, each at its time, and the
   * webhooks have their responses. `0s` does the work that is already due.
   */
  advance(duration: Duration): Promise<readonly ClockActivity[]>;
  /** Advances to a moment, such as `expectedSettlementAt` of a payment. */
  advanceTo(moment: string | Date): Promise<readonly ClockActivity[]>;
  /** Freezes the clock; it then only moves by `advance`. */
  freeze(): Promise<void>;
  /** Lets it run again, from its current time. */
  release(): Promise<void>;
  /** Sets the simulated seconds per real second. */
  scale(secondsPerSecond: number): Promise<void>;
}

export function createSandboxClock(client: PaymentsClient): SandboxClock {
  const change = async (body: { readonly isFrozen?: boolean; readonly scale?: number }): Promise<void> => {
    await orThrow(client.PATCH('/sandbox/clock', { body }));
  };
  // One request advances for a few seconds at most; an advance with much work takes several.
  const moveTo = async (to: string): Promise<readonly ClockActivity[]> => {
    const happened: ClockActivity[] = [];
    for (;;) {
      const step = await orThrow(client.POST('/sandbox/clock/advance', { body: { to } }));
      happened.push(...step.happened);
      if (step.isComplete) return happened;
    }
  };
  const now = async (): Promise<string> => (await orThrow(client.GET('/sandbox/clock'))).now;
  return {
    now,
    advance: async (duration) => {
      const seconds = secondsOf(duration);
      const first = await orThrow(client.POST('/sandbox/clock/advance', { body: { seconds } }));
      return first.isComplete ? first.happened : [...first.happened, ...(await moveTo(first.to))];
    },
    advanceTo: (moment) => moveTo(typeof moment === 'string' ? moment : moment.toISOString()),
    freeze: () => change({ isFrozen: true }),
    release: () => change({ isFrozen: false }),
    scale: (scale) => change({ scale }),
  };
}
