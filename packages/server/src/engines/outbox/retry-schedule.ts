import type { EventType } from '@payments-platform/types';
import { dayMs, epochMsOf, type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';

const firstDelayMs = 30 * secondMs;
const longestDelayMs = 30 * minuteMs;
/** No attempt starts later than this after the event. */
const givenUpAfterMs = 7 * dayMs;

/** Events that are only useful at once: sent one time, whatever the receiver responds. */
export const neverRetried: ReadonlySet<string> = new Set<EventType>(['TEST', 'INCOMING_PAYMENT.PENDING']);

/** When the next attempt is due after `attempts` failures; `undefined` if there is none. */
export function nextAttemptAt(type: string, eventAt: Instant, attempts: number, now: Instant): Instant | undefined {
  if (neverRetried.has(type)) return undefined;
  const delayMs = Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 16), longestDelayMs);
  const next = plusMs(now, delayMs);
  return epochMsOf(next) - epochMsOf(eventAt) > givenUpAfterMs ? undefined : next;
}
