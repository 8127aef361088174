export type Weekday = 'SUNDAY' | 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY';

/** When a holiday is: how its first day is found, and what is made of it. The server knows each way. */
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
  /** What is submitted later starts on the next banking day. */
  readonly cutoffAt: string;
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
}

/** How money travels, and how long that takes. */
export interface RailFacts {
  readonly rail: string;
  readonly name: string;
  /** From execution to arrival, when no night, weekend or holiday is in between. */
  readonly usualSeconds: number;
  /** Of a rail that works in banking hours only; its days. */
  readonly bankingDays?: number;
  /** Calendars by the currency that arrives, `ANY` for all others. */
  readonly calendars?: Readonly<Record<string, string>>;
}
