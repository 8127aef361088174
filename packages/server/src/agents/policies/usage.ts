/** The number and the sum of an agent's payments in one UTC day, and their sum in the month of that day. */
export interface Usage {
  /** E.g. `2025-01-01`. */
  readonly day: string;
  readonly dailyCount: number;
  /** In the smallest unit of the currency of the limits, like `monthlySpendMinor`. */
  readonly dailySpendMinor: bigint;
  readonly monthlySpendMinor: bigint;
}

/**
 * The usage that counts on a day. Requests may reach the row in a different order than they read the clock: a request
 * that began before midnight and comes after one of the new day counts for the new day.
 */
export function usageOn(usage: Usage, day: string): Usage {
  if (usage.day >= day) return usage;
  const isSameMonth = monthOf(usage.day) === monthOf(day);
  return {
    day,
    dailyCount: 0,
    dailySpendMinor: 0n,
    monthlySpendMinor: isSameMonth ? usage.monthlySpendMinor : 0n,
  };
}

export function withPayment(usage: Usage, amountMinor: bigint): Usage {
  return {
    day: usage.day,
    dailyCount: usage.dailyCount + 1,
    dailySpendMinor: usage.dailySpendMinor + amountMinor,
    monthlySpendMinor: usage.monthlySpendMinor + amountMinor,
  };
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The day on which the daily figures start again. */
export function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00.000Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** The month in which the monthly figure starts again. */
export function nextMonth(day: string): string {
  const next = new Date(`${monthOf(day)}-01T00:00:00.000Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}
