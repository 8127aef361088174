import { describe, expect, it } from 'vitest';
import { anchorAt, createManualClock, createMovableClock, realAnchor } from './clock.ts';
import { epochMsOf, plusMs } from './instant.ts';

const start = '2030-01-01T00:00:00.000Z';

describe('the clock', () => {
  it('shows real time until it is set', () => {
    expect(Math.abs(epochMsOf(createMovableClock(realAnchor).now()) - Date.now())).toBeLessThan(1_000);
  });

  it('runs at its scale, and converts a delay to real time', () => {
    const clock = createMovableClock(anchorAt(start, { scale: 3_600, isFrozen: false }));
    expect(clock.realDelayMs(plusMs(clock.now(), 3_600_000))).toBeLessThanOrEqual(1_001);
    expect(clock.realDelayMs(plusMs(start, -1))).toBe(0);
  });

  it('continues from its current time when its scale changes', () => {
    const clock = createMovableClock(anchorAt(start, { scale: 1_000_000, isFrozen: false }));
    const shown = clock.now();
    clock.set(anchorAt(shown, { scale: 1, isFrozen: false }));
    expect(clock.now() >= shown).toBe(true);
    expect(epochMsOf(clock.now()) - epochMsOf(shown)).toBeLessThan(1_000);
  });

  it('stands still while it is frozen, and has no delay to a later instant', () => {
    const clock = createMovableClock(anchorAt(start, { scale: 1_000_000, isFrozen: true }));
    expect([clock.now(), clock.now(), clock.realDelayMs(plusMs(start, 1))]).toEqual([start, start, null]);
  });

  it('refuses to be moved back', () => {
    const clock = createManualClock('2025-01-01T00:00:00.000Z');
    expect(() => clock.moveTo('2024-12-31T00:00:00.000Z')).toThrow('does not go back');
    expect(clock.realDelayMs('2025-01-02T00:00:00.000Z')).toBeNull();
    clock.moveTo('2025-01-02T00:00:00.000Z');
    expect(clock.now()).toBe('2025-01-02T00:00:00.000Z');
  });
});
