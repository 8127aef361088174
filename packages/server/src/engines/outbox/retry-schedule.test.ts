import { describe, expect, it } from 'vitest';
import { dayMs, epochMsOf, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { nextAttemptAt } from './retry-schedule.ts';

const eventAt = '2025-01-01T00:00:00.000Z';

describe('the retry schedule', () => {
  it('doubles from 30 seconds to 30 minutes and stays there', () => {
    const delays = Array.from({ length: 9 }, (_, index) => {
      const next = nextAttemptAt('OUTGOING_PAYMENT.FAILED', eventAt, index + 1, eventAt);
      return next === undefined ? undefined : epochMsOf(next) - epochMsOf(eventAt);
    });
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800].map((seconds) => seconds * secondMs));
  });

  it('makes no attempt later than seven days after the event', () => {
    const type = 'OUTGOING_PAYMENT.FAILED';
    expect(nextAttemptAt(type, eventAt, 300, plusMs(eventAt, 7 * dayMs - 30 * minuteMs))).toBeDefined();
    expect(nextAttemptAt(type, eventAt, 300, plusMs(eventAt, 7 * dayMs - 29 * minuteMs))).toBeUndefined();
  });

  it('makes one attempt of TEST and INCOMING_PAYMENT.PENDING', () => {
    expect(nextAttemptAt('TEST', eventAt, 1, eventAt)).toBeUndefined();
    expect(nextAttemptAt('INCOMING_PAYMENT.PENDING', eventAt, 1, eventAt)).toBeUndefined();
  });
});
