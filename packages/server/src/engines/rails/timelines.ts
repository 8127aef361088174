import { type BankingCalendarName, type RailName, rails } from '@payments-platform/types';
import { type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { afterBankingDays } from './banking-calendar.ts';

/** The specification's facts about a rail. A rail with a calendar for a currency works only in banking hours. */
interface RailFacts {
  readonly usualSeconds: number;
  readonly bankingDays?: number;
  readonly calendars?: Readonly<Record<string, BankingCalendarName>> & { readonly ANY: BankingCalendarName };
}

const facts: Readonly<Record<RailName, RailFacts>> = rails;

/** The usual time from execution to delivery, without nights, weekends and holidays. */
export function usualSeconds(rail: RailName): number {
  return facts[rail].usualSeconds;
}

export function usualMs(rail: RailName): number {
  return usualSeconds(rail) * secondMs;
}

/** The calendar of a rail for the currency that arrives; `undefined` for a rail that runs day and night. */
export function calendarOf(rail: RailName, currency: string): BankingCalendarName | undefined {
  const { calendars } = facts[rail];
  return calendars?.[currency] ?? calendars?.ANY;
}

/** When a payment that is submitted at `submittedAt` arrives. */
export function settlementAt(rail: RailName, currency: string, submittedAt: Instant): Instant {
  const calendar = calendarOf(rail, currency);
  const { bankingDays } = facts[rail];
  if (calendar === undefined || bankingDays === undefined) return plusMs(submittedAt, usualMs(rail));
  return afterBankingDays(calendar, submittedAt, bankingDays);
}

/** A rail that usually delivers within this time is instant. Its prices are held for a shorter time. */
export const instantRailMs = minuteMs;
