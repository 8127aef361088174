import { describe, expect, it } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createIds } from './ids.ts';
import { createSeededRandom, createSystemRandom } from './random.ts';

describe('ids', () => {
  it('are a prefix and a UUID of version 7, sorted by creation', () => {
    const clock = createManualClock('2025-01-01T00:00:00.000Z');
    const ids = createIds(clock, createSystemRandom());
    const made = Array.from({ length: 1_000 }, () => ids.next('Transaction'));
    clock.moveTo('2025-01-01T00:00:00.001Z');
    made.push(ids.next('Transaction'));
    for (const id of made)
      expect(id).toMatch(/^Transaction:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('repeat with the same seed and differ with another', () => {
    const make = (seed: number): string =>
      createIds(createManualClock('2025-01-01T00:00:00.000Z'), createSeededRandom(seed)).next('Quote');
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
  });
});
