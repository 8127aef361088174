import { describe, expect, it } from 'vitest';
import { anchorNow, createManualClock, createScaledClock, reanchor } from './clock.ts';
import { epochMsOf, plusMs } from './instant.ts';

describe('the clock', () => {
  it('runs faster by its scale and says how long to wait in real time', () => {
    const clock = createScaledClock(anchorNow(3_600));
    const start = clock.now();
    expect(clock.realDelayMs(plusMs(start, 3_600_000))).toBeLessThanOrEqual(1_001);
    expect(clock.realDelayMs(plusMs(start, -1))).toBe(0);
  });

  it('goes on from where it was when its speed changes', () => {
    const fast = anchorNow(1_000_000);
    const anchored = { ...fast, anchoredAt: '2030-01-01T00:00:00.000Z' };
    const slow = createScaledClock(reanchor(anchored, 1));
    expect(epochMsOf(slow.now())).toBeGreaterThanOrEqual(epochMsOf('2030-01-01T00:00:00.000Z'));
  });

  it('does not go back by hand', () => {
    const clock = createManualClock('2025-01-01T00:00:00.000Z');
    expect(() => clock.moveTo('2024-12-31T00:00:00.000Z')).toThrow('does not go back');
    expect(clock.realDelayMs('2025-01-02T00:00:00.000Z')).toBeNull();
  });
});
