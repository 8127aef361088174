import { describe, expect, it } from 'vitest';
import { readInstant, readOptionalInstant } from './read-instant.ts';

describe('reading an instant', () => {
  it.each([
    ['2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01t00:00:00z', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T02:30:00+02:30', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T02:00:00+02', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T00:00:00.123456789Z', '2025-01-01T00:00:00.123Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['2017-01-01T00:59:60.5+01:00', '2016-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-23:00', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00+23:00', '0000-01-01T00:00:00.000Z'],
  ])('reads %s as %s', (given, instant) => {
    expect(readInstant(given)).toBe(instant);
  });

  it('returns undefined for an absent instant', () => {
    expect(readOptionalInstant(undefined)).toBeUndefined();
  });
});
