import { type BankingCalendarName, bankingCalendars } from '@payments-platform/types';
import type { BankingCalendar } from '@payments-platform/types/spec';
import { epochMsOf, type Instant, instantOf, minuteMs } from '../../ground/clock/instant.ts';
import { type Day, instantAt, plusDays, type WallTime, wallTimeAt } from '../../ground/clock/zoned-time.ts';
import { holidaysOf, isWeekend } from './holidays.ts';

const calendars: Readonly<Record<BankingCalendarName, BankingCalendar>> = bankingCalendars;

const daysOff = new Map<string, ReadonlyMap<Day, string>>();

/** Why banks are closed on a day; `undefined` if they work. */
export function closedFor(name: BankingCalendarName, day: Day): string | undefined {
  const { weekend } = calendars[name];
  if (isWeekend(day, weekend)) return 'weekend';
  const year = Number(day.slice(0, 4));
  // A holiday at the end of December may be observed in January.
  return holidaysIn(name, year).get(day) ?? holidaysIn(name, year - 1).get(day);
}

function holidaysIn(name: BankingCalendarName, year: number): ReadonlyMap<Day, string> {
  const key = `${name} ${year}`;
  const known = daysOff.get(key) ?? holidaysOf(calendars[name], year);
  daysOff.set(key, known);
  return known;
}

/**
 * When a payment that takes `bankingDays` arrives: that many banking days after the bank took it up, at the same time
 * of day. Within banking hours the bank takes it up at once, otherwise when banks next open.
 */
export function afterBankingDays(name: BankingCalendarName, submittedAt: Instant, bankingDays: number): Instant {
  const submittedMs = epochMsOf(submittedAt);
  const minute = Math.floor(submittedMs / minuteMs);
  const key = `${name} ${bankingDays} ${minute}`;
  let arrival = arrivals.get(key);
  if (arrival === undefined) {
    arrival = arrivalOf(name, submittedAt, bankingDays);
    if (arrivals.size >= mostArrivals) arrivals.clear();
    arrivals.set(key, arrival);
  }
  return instantOf(arrival.epochMs + (arrival.isTakenUpAtOnce ? submittedMs - minute * minuteMs : 0));
}

/** The arrival of a payment that is submitted at the start of a minute. */
interface Arrival {
  readonly epochMs: number;
  /** If so, the seconds after the start of the minute are added to the arrival. */
  readonly isTakenUpAtOnce: boolean;
}

/** The arrivals of recent minutes: payments over one rail share the arrival of their minute. */
const arrivals = new Map<string, Arrival>();
const mostArrivals = 4_096;

function arrivalOf(name: BankingCalendarName, submittedAt: Instant, bankingDays: number): Arrival {
  const { timeZone } = calendars[name];
  const submitted = wallTimeAt(submittedAt, timeZone);
  const start = takenUpAt(name, submitted);
  let { day } = start;
  for (let count = 0; count < bankingDays; count += 1) day = nextBankingDay(name, plusDays(day, 1));
  const isTakenUpAtOnce = start.day === submitted.day && start.minutes === submitted.minutes;
  return { epochMs: epochMsOf(instantAt({ day, minutes: start.minutes }, timeZone)), isTakenUpAtOnce };
}

function takenUpAt(name: BankingCalendarName, { day, minutes }: WallTime): WallTime {
  const opens = minutesOf(calendars[name].opensAt);
  const first = nextBankingDay(name, day);
  if (first !== day || minutes < opens) return { day: first, minutes: opens };
  if (minutes < minutesOf(calendars[name].cutoffAt)) return { day, minutes };
  return { day: nextBankingDay(name, plusDays(day, 1)), minutes: opens };
}

/** The day itself if banks work on it. */
function nextBankingDay(name: BankingCalendarName, from: Day): Day {
  let day = from;
  while (closedFor(name, day) !== undefined) day = plusDays(day, 1);
  return day;
}

/** Converts `08:30` to minutes since midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
