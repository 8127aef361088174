import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import { type Duration, secondsOf } from './duration.ts';

/** What happened on the way, in the order of its time: events, and attempts to deliver them. */
export type Happening = Received<'SandboxClockAdvance'>['happened'][number];

/** The time of one sandbox platform. Nothing but this clock decides there what is due. */
export interface SandboxClock {
  /** What the platform takes for now, as it writes it: `2026-01-31T10:00:00.000Z`. */
  now(): Promise<string>;
  /**
   * Moves on by a duration such as `2d`, and resolves once everything that became due on the way is done, each thing
   * at its time, and its webhooks have been answered. `0s` does what is due already.
   */
  advance(duration: Duration): Promise<readonly Happening[]>;
  /** The same up to a moment, such as `expectedSettlementAt` of a payment. */
  advanceTo(moment: string | Date): Promise<readonly Happening[]>;
  /** Stops the clock; it moves by `advance` alone. */
  freeze(): Promise<void>;
  /** Lets it run again, from the moment that it shows. */
  release(): Promise<void>;
  /** Simulated seconds per real second, from now on. */
  scale(secondsPerSecond: number): Promise<void>;
}

export function createSandboxClock(client: PaymentsClient): SandboxClock {
  const change = async (body: { readonly isFrozen?: boolean; readonly scale?: number }): Promise<void> => {
    await orThrow(client.PATCH('/sandbox/clock', { body }));
  };
  // One request moves for some seconds at most; a long way with much to do takes several.
  const moveTo = async (to: string): Promise<readonly Happening[]> => {
    const happened: Happening[] = [];
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
