import { describe, expect, it } from 'vitest';
import { readDuration, readMoment } from './times.ts';

describe('times on the command line', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['1d12h', 129_600_000],
    ['1w', 604_800_000],
  ])('reads the duration %s', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
  });

  it.each(['', '2', 'd', '2 d', '-1d', '1.5d', '2days'])('refuses the duration "%s"', (text) => {
    expect(() => readDuration(text)).toThrow('90s, 15m, 2h, 1d12h or 1w');
  });

  it.each([
    ['2025-01-31', '2025-01-31T00:00:00.000Z'],
    ['2025-01-31T10:00', '2025-01-31T10:00:00.000Z'],
    ['2025-01-31T10:00:00Z', '2025-01-31T10:00:00.000Z'],
    ['2025-01-31T10:00:00+02:00', '2025-01-31T08:00:00.000Z'],
    ['2025-01-31 01:00:00.5 +0200', '2025-01-30T23:00:00.500Z'],
    ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ])('reads the moment %s in UTC', (text, moment) => {
    expect(readMoment(text)).toBe(moment);
  });

  it.each(['tomorrow', '10:00', '31.01.2025', '2025-13-01', '2025-02-30', '2025-02-29T10:00Z', '2025-01-31 (x)'])(
    'refuses the moment "%s"',
    (text) => {
      expect(() => readMoment(text)).toThrow('2025-01-31');
    },
  );
});
