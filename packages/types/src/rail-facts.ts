export type Weekday = 'SUNDAY' | 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY';

/** The date of a holiday. One rule determines its first day; the other fields adjust it. */
export interface HolidayRule {
  readonly name: string;
  /** The same day each year, e.g. `12-25`. */
  readonly date?: string;
  /** One day, as `2026-04-03`, for each year whose date is known. */
  readonly dates?: readonly string[];
  /** The nth weekday of a month; negative counts from the end of the month. */
  readonly month?: number | 'EVERY';
  readonly weekday?: Weekday;
  readonly nth?: number;
  /** The last such weekday before a date. */
  readonly before?: string;
  /** Days after Easter Sunday. */
  readonly easter?: number;
  readonly orthodoxEaster?: number;
  /** A month and day of the Umm al-Qura calendar. */
  readonly islamic?: string;
  /** Days from the day found to the first day off. */
  readonly offset?: number;
  readonly days?: number;
  /**
   * The substitute day. `NEXT_MONDAY` moves the holiday to the first Monday from its date on. The other values add the
   * next free day if the holiday falls on such a day.
   */
  readonly observed?: 'SUNDAY' | 'WEEKEND' | 'NEXT_MONDAY';
}

/** The days and hours on which banks of one country, or of one payment system, work. */
export interface BankingCalendar {
  readonly calendar: string;
  readonly name: string;
  readonly timeZone: string;
  readonly opensAt: string;
  /** Later submissions start on the next banking day. */
  readonly cutoffAt: string;
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
}

/** A way in which money travels, and its duration. */
export interface RailFacts {
  readonly rail: string;
  readonly name: string;
  /** The time from execution to arrival, without nights, weekends and holidays. */
  readonly usualSeconds: number;
  /** The banking days of a rail that only works in banking hours. */
  readonly bankingDays?: number;
  /** Calendars by the currency of the recipient, `ANY` for all others. */
  readonly calendars?: Readonly<Record<string, string>>;
}
