import { type BankingCalendarName, type RailName, rails } from '@payments-platform/types';
import { type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { afterBankingDays } from './banking-calendar.ts';

/** What the specification says of a rail; a calendar by currency makes it one that works in banking hours. */
interface RailFacts {
  readonly usualSeconds: number;
  readonly bankingDays?: number;
  readonly calendars?: Readonly<Record<string, BankingCalendarName>> & { readonly ANY: BankingCalendarName };
}

const facts: Readonly<Record<RailName, RailFacts>> = rails;

/** Usual time from execution to delivery, with no night, weekend or holiday in between. */
export function usualMs(rail: RailName): number {
  return facts[rail].usualSeconds * secondMs;
}

/** The calendar by which a rail works where a currency arrives; `undefined` for a rail that runs day and night. */
export function calendarOf(rail: RailName, currency: string): BankingCalendarName | undefined {
  const { calendars } = facts[rail];
  return calendars?.[currency] ?? calendars?.ANY;
}

/** When a payment arrives that is submitted at a moment. */
export function settlementAt(rail: RailName, currency: string, submittedAt: Instant): Instant {
  const calendar = calendarOf(rail, currency);
  const { bankingDays } = facts[rail];
  if (calendar === undefined || bankingDays === undefined) return plusMs(submittedAt, usualMs(rail));
  return afterBankingDays(calendar, submittedAt, bankingDays);
}

/** A delivery within this time makes a rail instant: prices are held for a shorter time. */
export const instantRailMs = minuteMs;
