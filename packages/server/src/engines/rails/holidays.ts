import type { HolidayRule, Weekday } from '@payments-platform/types/spec';
import { type Day, plusDays, weekdayOf } from '../../ground/clock/zoned-time.ts';

export interface HolidayCalendar {
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
}

const weekdays: readonly Weekday[] = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

export function isWeekend(day: Day, weekend: readonly Weekday[]): boolean {
  const weekday = weekdays[weekdayOf(day)];
  return weekday !== undefined && weekend.includes(weekday);
}

/** The days off that belong to a year, with their names; a substitute day may be in the next year. */
export function holidaysOf({ weekend, holidays }: HolidayCalendar, year: number): Map<Day, string> {
  const found = holidays
    .flatMap((rule) => daysOf(rule, year).map((day) => ({ day, rule })))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const off = new Map<Day, string>();
  for (const { day, rule } of found) if (!off.has(day)) off.set(day, rule.name);
  for (const { day, rule } of found) {
    if (!movesOn(rule, day, weekend)) continue;
    let free = plusDays(day, 1);
    while (isWeekend(free, weekend) || off.has(free)) free = plusDays(free, 1);
    off.set(free, `${rule.name} (observed)`);
  }
  return off;
}

function movesOn({ observed }: HolidayRule, day: Day, weekend: readonly Weekday[]): boolean {
  if (observed === 'SUNDAY') return weekdayOf(day) === 0;
  return observed === 'WEEKEND' && isWeekend(day, weekend);
}

function daysOf(rule: HolidayRule, year: number): Day[] {
  return firstDays(rule, year).flatMap((first) => {
    const start = plusDays(first, rule.offset ?? 0);
    const moved = rule.observed === 'NEXT_MONDAY' ? onOrAfter(start, 'MONDAY') : start;
    return Array.from({ length: rule.days ?? 1 }, (_, index) => plusDays(moved, index));
  });
}

function firstDays(rule: HolidayRule, year: number): Day[] {
  const { date, dates, month, weekday, nth, before, easter, orthodoxEaster, islamic } = rule;
  if (date !== undefined) return [`${year}-${date}`];
  if (dates !== undefined) return dates.filter((day) => day.startsWith(`${year}-`));
  if (weekday !== undefined && before !== undefined) return [plusDays(onOrAfter(`${year}-${before}`, weekday), -7)];
  if (weekday !== undefined && month !== undefined && nth !== undefined) {
    const months = month === 'EVERY' ? Array.from({ length: 12 }, (_, index) => index + 1) : [month];
    return months.map((one) => nthWeekday(year, one, weekday, nth));
  }
  if (easter !== undefined) return [plusDays(westernEaster(year), easter)];
  if (orthodoxEaster !== undefined) return [plusDays(easternEaster(year), orthodoxEaster)];
  if (islamic !== undefined) return [...islamicYear(year)].flatMap(([day, other]) => (other === islamic ? [day] : []));
  throw new Error(`the holiday ${rule.name} has no rule for its date`);
}

function onOrAfter(day: Day, weekday: Weekday): Day {
  return plusDays(day, (weekdays.indexOf(weekday) - weekdayOf(day) + 7) % 7);
}

function nthWeekday(year: number, month: number, weekday: Weekday, nth: number): Day {
  const firstOf = (one: number): Day => new Date(Date.UTC(year, one - 1, 1)).toISOString().slice(0, 10);
  return nth > 0
    ? plusDays(onOrAfter(firstOf(month), weekday), 7 * (nth - 1))
    : plusDays(onOrAfter(firstOf(month + 1), weekday), 7 * nth);
}

/** Gauss's rule for the Gregorian calendar (Meeus, Jones and Butcher). */
function westernEaster(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return dayIn(year, Math.floor(days / 31), (days % 31) + 1);
}

/** Meeus's rule in the Julian calendar, which is 13 days behind until the year 2100. */
function easternEaster(year: number): Day {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const days = d + e + 114;
  return plusDays(dayIn(year, Math.floor(days / 31), (days % 31) + 1), 13);
}

function dayIn(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** For each day of a Gregorian year, its month and day in the Umm al-Qura calendar. */
const islamicYears = new Map<number, ReadonlyMap<Day, string>>();

function islamicYear(year: number): ReadonlyMap<Day, string> {
  const known = islamicYears.get(year);
  if (known !== undefined) return known;
  const options = { timeZone: 'UTC', month: 'numeric', day: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', options);
  const days = new Map<Day, string>();
  for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = plusDays(day, 1)) {
    const parts = format.formatToParts(new Date(`${day}T00:00:00.000Z`));
    const of = (type: string): string => parts.find((part) => part.type === type)?.value.padStart(2, '0') ?? '';
    days.set(day, `${of('month')}-${of('day')}`);
  }
  islamicYears.set(year, days);
  return days;
}
