import { type BankingCalendarName, bankingCalendars, currencies, type RailName, rails } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { afterBankingDays, closedFor } from './banking-calendar.ts';
import { calendarOf, settlementAt } from './timelines.ts';

/** Days on which banks are closed, with the reason, next to days on which they work. */
const known: readonly (readonly [BankingCalendarName, string, string | undefined])[] = [
  ['US_FEDERAL_RESERVE', '2025-01-01', "New Year's Day"],
  ['US_FEDERAL_RESERVE', '2025-02-14', undefined],
  ['US_FEDERAL_RESERVE', '2025-02-15', 'weekend'],
  ['US_FEDERAL_RESERVE', '2025-02-17', "Presidents' Day"],
  ['US_FEDERAL_RESERVE', '2026-05-25', 'Memorial Day'],
  ['US_FEDERAL_RESERVE', '2026-07-03', undefined],
  ['US_FEDERAL_RESERVE', '2027-07-05', 'Independence Day (observed)'],
  ['US_FEDERAL_RESERVE', '2028-11-23', 'Thanksgiving Day'],
  ['US_FEDERAL_RESERVE', '2029-11-12', 'Veterans Day (observed)'],
  ['TARGET', '2025-04-18', 'Good Friday'],
  ['TARGET', '2025-04-21', 'Easter Monday'],
  ['TARGET', '2027-03-26', 'Good Friday'],
  ['TARGET', '2030-04-22', 'Easter Monday'],
  ['TARGET', '2025-05-01', 'Labour Day'],
  ['TARGET', '2025-12-24', undefined],
  ['ENGLAND', '2027-12-27', 'Christmas Day (observed)'],
  ['ENGLAND', '2027-12-28', 'Boxing Day (observed)'],
  ['ENGLAND', '2026-08-31', 'Summer bank holiday'],
  ['CANADA', '2025-05-19', 'Victoria Day'],
  ['CANADA', '2026-05-18', 'Victoria Day'],
  ['COLOMBIA', '2025-01-06', 'Epiphany'],
  ['COLOMBIA', '2026-01-06', undefined],
  ['COLOMBIA', '2026-01-12', 'Epiphany'],
  ['EGYPT', '2025-04-21', 'Spring Festival'],
  ['EGYPT', '2025-03-28', 'weekend'],
  ['EGYPT', '2025-04-20', undefined],
  ['UNITED_ARAB_EMIRATES', '2026-03-20', 'Eid al-Fitr'],
  ['SINGAPORE', '2026-06-01', 'Vesak Day (observed)'],
  ['HONG_KONG', '2026-04-07', 'Ching Ming Festival (observed)'],
  ['INDIA', '2025-01-11', 'Second Saturday'],
  ['INDIA', '2025-01-18', undefined],
  ['THAILAND', '2029-01-01', "New Year's Day"],
  ['SOUTH_AFRICA', '2025-04-28', 'Freedom Day (observed)'],
];

describe('the banking calendar', () => {
  it.each(known)('of %s gives %s the closing reason %s', (name, day, why) => {
    expect(closedFor(name, day)).toBe(why);
  });

  it.each(Object.values(bankingCalendars))(
    'of $calendar has a valid time zone, hours, and holidays for 2025 to 2030',
    (calendar) => {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: calendar.timeZone })).not.toThrow();
      expect(calendar.opensAt < calendar.cutoffAt).toBe(true);
      for (let year = 2025; year <= 2030; year += 1) {
        expect(() => closedFor(calendar.calendar, `${year}-06-15`)).not.toThrow();
      }
      const lists = calendar.holidays.flatMap((rule: { dates?: readonly string[] }) =>
        rule.dates ? [rule.dates] : [],
      );
      for (const dates of lists) {
        expect(dates.map((day) => Number(day.slice(0, 4)))).toEqual([2025, 2026, 2027, 2028, 2029, 2030]);
      }
    },
  );

  it('is chosen by rail and currency, and names only known currencies', () => {
    expect(calendarOf('BANK_TRANSFER', 'THB')).toBe('THAILAND');
    expect(calendarOf('BANK_TRANSFER', 'XOF')).toBe('WEEKDAYS');
    expect(calendarOf('RTP', 'USD')).toBeUndefined();
    const named = Object.values(rails).flatMap((rail) => ('calendars' in rail ? Object.keys(rail.calendars) : []));
    expect(named.filter((code) => code !== 'ANY' && !Object.hasOwn(currencies, code))).toEqual([]);
  });
});

/** Times of submission and of arrival; the names give the day of the week at the banks. */
const arrivals: readonly (readonly [string, RailName, string, string, string])[] = [
  ['a Tuesday morning over ACH', 'ACH', 'USD', '2025-01-07T15:00:30.250Z', '2025-01-09T15:00:30.250Z'],
  ['the last minute before the cutoff', 'ACH', 'USD', '2025-01-07T21:44:59.999Z', '2025-01-09T21:44:59.999Z'],
  ['the cutoff itself, taken up on Wednesday', 'ACH', 'USD', '2025-01-07T21:45:00.000Z', '2025-01-10T13:30:00.000Z'],
  [
    'before banks open, taken up at half past eight',
    'ACH',
    'USD',
    '2025-01-07T09:00:00.000Z',
    '2025-01-09T13:30:00.000Z',
  ],
  ['a Thursday, over the weekend', 'ACH', 'USD', '2025-01-09T15:00:00.000Z', '2025-01-13T15:00:00.000Z'],
  ["the Friday evening before Presidents' Day", 'ACH', 'USD', '2025-02-14T22:30:00.000Z', '2025-02-20T13:30:00.000Z'],
  [
    "the Friday evening before Presidents' Day by wire",
    'WIRE',
    'USD',
    '2025-02-14T22:30:00.000Z',
    '2025-02-19T13:30:00.000Z',
  ],
  [
    'the Friday before the clocks change in New York',
    'WIRE',
    'USD',
    '2025-03-07T15:00:00.000Z',
    '2025-03-10T14:00:00.000Z',
  ],
  ['the Friday before they change back', 'WIRE', 'USD', '2025-10-31T14:00:00.000Z', '2025-11-03T15:00:00.000Z'],
  [
    'Maundy Thursday over SEPA, which rests until Tuesday',
    'SEPA',
    'EUR',
    '2025-04-17T08:00:00.000Z',
    '2025-04-22T08:00:00.000Z',
  ],
  [
    'the Friday before the clocks change in Frankfurt',
    'SEPA',
    'EUR',
    '2025-03-28T09:00:00.000Z',
    '2025-03-31T08:00:00.000Z',
  ],
  ['Christmas Eve over SEPA', 'SEPA', 'EUR', '2025-12-24T10:00:00.000Z', '2025-12-29T10:00:00.000Z'],
  [
    'a third Saturday over NEFT, which is a banking day',
    'NEFT',
    'INR',
    '2025-01-18T05:00:00.000Z',
    '2025-01-20T05:00:00.000Z',
  ],
  ['a second Saturday over NEFT, which is not', 'NEFT', 'INR', '2025-01-11T05:00:00.000Z', '2025-01-14T02:30:00.000Z'],
  [
    'a Thursday to Egypt, whose weekend is Friday and Saturday',
    'BANK_TRANSFER',
    'EGP',
    '2025-01-09T08:00:00.000Z',
    '2025-01-13T08:00:00.000Z',
  ],
  ['a Wednesday over SWIFT in dollars', 'SWIFT', 'USD', '2025-01-08T15:00:00.000Z', '2025-01-13T15:00:00.000Z'],
  [
    'a Saturday night over RTP, which settles at all hours',
    'RTP',
    'USD',
    '2025-01-05T04:00:00.000Z',
    '2025-01-05T04:00:02.000Z',
  ],
];

describe('the arrival of a payment', () => {
  it.each(arrivals)('follows the calendar of its rail for %s', (_when, rail, currency, submittedAt, arrivesAt) => {
    expect(settlementAt(rail, currency, submittedAt)).toBe(arrivesAt);
  });

  it('is on a banking day within banking hours, and never earlier for a later submission', () => {
    let last = '';
    for (let hours = 0; hours < 24 * 40; hours += 1) {
      const submittedAt = new Date(Date.UTC(2025, 2, 20, hours, 7)).toISOString();
      const arrivesAt = afterBankingDays('TARGET', submittedAt, 1);
      const { day, hour } = inFrankfurt(arrivesAt);
      expect([closedFor('TARGET', day), hour >= 8 && hour < 16]).toEqual([undefined, true]);
      expect(arrivesAt >= last).toBe(true);
      last = arrivesAt;
    }
  });
});

function inFrankfurt(instant: string): { readonly day: string; readonly hour: number } {
  const [day = '', hour = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(instant))
    .split(' ');
  return { day, hour: Number(hour.slice(0, 2)) };
}
