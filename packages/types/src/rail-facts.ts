export type Weekday = 'SUNDAY' | 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY';

/** The date of a holiday: how to find its first day, and how to adjust it. The server implements each way. */
export interface HolidayRule {
  readonly name: string;
  readonly date?: string;
  readonly dates?: readonly string[];
  readonly month?: number | 'EVERY';
  readonly weekday?: Weekday;
  readonly nth?: number;
  readonly before?: string;
  readonly easter?: number;
  readonly orthodoxEaster?: number;
  readonly islamic?: string;
  readonly offset?: number;
  readonly days?: number;
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
