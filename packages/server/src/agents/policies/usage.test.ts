import { describe, expect, it } from 'vitest';
import { nextDay, nextMonth, type Usage, usageOn, withPayment } from './usage.ts';

const spent: Usage = { day: '2025-01-31', dailyCount: 2, dailySpendMinor: 300n, monthlySpendMinor: 4_000n };

describe('what an agent has spent', () => {
  it('resets daily at the end of the day and monthly at the end of the month', () => {
    expect(usageOn(spent, '2025-01-31')).toEqual(spent);
    expect(usageOn({ ...spent, day: '2025-01-30' }, '2025-01-31')).toEqual({
      day: '2025-01-31',
      dailyCount: 0,
      dailySpendMinor: 0n,
      monthlySpendMinor: 4_000n,
    });
    expect(usageOn(spent, '2025-02-01').monthlySpendMinor).toBe(0n);
    expect(usageOn(spent, '2026-01-31').monthlySpendMinor).toBe(0n);
  });

  it('counts a late request of the day before toward the new day', () => {
    const today = withPayment(usageOn(spent, '2025-02-01'), 5n);
    expect(withPayment(usageOn(today, '2025-01-31'), 7n)).toEqual({
      day: '2025-02-01',
      dailyCount: 2,
      dailySpendMinor: 12n,
      monthlySpendMinor: 12n,
    });
  });

  it('names the next day and month across ends of months, leap days and ends of years', () => {
    expect(['2025-01-01', '2025-01-31', '2024-02-28', '2025-12-31'].map(nextDay)).toEqual([
      '2025-01-02',
      '2025-02-01',
      '2024-02-29',
      '2026-01-01',
    ]);
    expect(['2025-01-31', '2025-12-31'].map(nextMonth)).toEqual(['2025-02', '2026-01']);
  });
});
