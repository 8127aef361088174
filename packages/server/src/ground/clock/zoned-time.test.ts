import { describe, expect, it } from 'vitest';
import { instantAt, plusDays, wallTimeAt, weekdayOf } from './zoned-time.ts';

describe('the local time of a zone', () => {
  it.each([
    ['2025-01-15T13:30:00.000Z', 'America/New_York', '2025-01-15', 8 * 60 + 30],
    ['2025-07-15T12:30:00.000Z', 'America/New_York', '2025-07-15', 8 * 60 + 30],
    ['2025-01-01T00:00:00.000Z', 'America/New_York', '2024-12-31', 19 * 60],
    ['2025-01-15T00:00:00.000Z', 'Asia/Kolkata', '2025-01-15', 5 * 60 + 30],
    ['2025-06-30T18:30:00.000Z', 'Asia/Kolkata', '2025-07-01', 0],
    ['2025-03-30T01:00:00.000Z', 'Europe/Berlin', '2025-03-30', 3 * 60],
    ['2025-10-26T01:30:00.000Z', 'Europe/Berlin', '2025-10-26', 2 * 60 + 30],
  ])('at %s in %s is the day %s and minute %i', (instant, timeZone, day, minutes) => {
    expect(wallTimeAt(instant, timeZone)).toEqual({ day, minutes });
  });

  it.each([
    ['2025-03-07', 9 * 60, 'America/New_York', '2025-03-07T14:00:00.000Z'],
    ['2025-03-10', 9 * 60, 'America/New_York', '2025-03-10T13:00:00.000Z'],
    ['2025-10-31', 9 * 60, 'America/New_York', '2025-10-31T13:00:00.000Z'],
    ['2025-11-03', 9 * 60, 'America/New_York', '2025-11-03T14:00:00.000Z'],
    ['2025-03-30', 8 * 60, 'Europe/Berlin', '2025-03-30T06:00:00.000Z'],
    ['2025-10-26', 8 * 60, 'Europe/Berlin', '2025-10-26T07:00:00.000Z'],
    ['2025-10-26', 2 * 60 + 30, 'Europe/Berlin', '2025-10-26T00:30:00.000Z'],
    ['2025-01-01', 0, 'Asia/Kolkata', '2024-12-31T18:30:00.000Z'],
  ])('of %s at minute %i in %s is the instant %s, also around a clock change', (day, minutes, timeZone, instant) => {
    expect(instantAt({ day, minutes }, timeZone)).toBe(instant);
  });

  it('counts days and weekdays without regard to hours', () => {
    expect([plusDays('2024-02-28', 2), plusDays('2025-01-01', -1)]).toEqual(['2024-03-01', '2024-12-31']);
    expect([weekdayOf('2025-01-05'), weekdayOf('2025-01-06')]).toEqual([0, 1]);
  });
});
