import { expect, test } from 'vitest';
import { dayMs, earliestOf, instantOf, plusMs } from './instant.ts';

test.each([
  0,
  1,
  999,
  1_000,
  59_999,
  -1,
  -1_000,
  -62_135_596_800_000,
  Date.UTC(2024, 1, 29, 23, 59, 59, 9),
  Date.UTC(2025, 11, 31, 23, 59, 59, 99),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(10_000, 0, 1),
  1.5,
  -1.5,
  1_700_000_000_000.75,
])('a time of %d ms is written as Date writes it, whatever was written before', (epochMs) => {
  for (const before of [epochMs, epochMs + 1, epochMs - 1_000, epochMs + dayMs]) {
    instantOf(before);
    expect(instantOf(epochMs)).toBe(new Date(epochMs).toISOString());
  }
});

test('an instant outside the range of Date is refused', () => {
  expect(() => instantOf(Number.NaN)).toThrow(RangeError);
  expect(() => instantOf(8_640_000_000_000_001)).toThrow(RangeError);
  expect(() => plusMs('2025-01-01T00:00:00.000Z', Number.POSITIVE_INFINITY)).toThrow(RangeError);
});

test('the earliest of several instants ignores the unknown ones', () => {
  const [first, second] = ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.001Z'];
  expect(earliestOf([undefined, second, null, first, second])).toBe(first);
  expect(earliestOf([null, undefined])).toBeUndefined();
});
