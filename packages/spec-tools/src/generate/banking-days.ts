import { type HolidayCalendar, holidaysOf } from '../../../server/src/engines/rails/holidays.ts';
import type { BankingCalendar, RailFacts } from '../../../types/src/rail-facts.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';

const intro = `<!-- Generated from spec/rails and spec/calendars by \`pnpm gen\`. Edit the files there, never this one. -->

# Banking days

Most rails run day and night. The rails below work in banking hours: a payment submitted after the cutoff, on a weekend or on a local holiday is processed when banks next open, and arrives after the number of banking days in the table, at the same hour. Hours are local, including daylight saving time. \`expectedSettlementAt\` of a payment shows the expected time.

An ACH payment of Friday, 14 February 2025, 17:30 in New York misses the cutoff. Monday is Presidents' Day, so it is processed on Tuesday at 08:30 and arrives on Thursday at 08:30.

Holidays follow rules; lunar holidays are listed until 2030. Days that a government decides each year, such as bridge days and substitute working days, are not included. In some countries, holidays that depend on the sighting of the moon can differ by one day. Ask the bank if you need the exact day.
`;

/** The years that the page shows. */
const years = [2025, 2026, 2027];

/** The page about banking days, generated from the data. */
export function bankingDays({ rails, calendars }: Tables): Artifact {
  const slow = Object.values(rails).filter(({ bankingDays: days }) => days !== undefined);
  const parts = [
    intro,
    '## Rails\n',
    table(['Rail', 'Banking days', 'Calendar'], slow.map(railRow)),
    '\n## Calendars\n',
    table(['Calendar', 'Banks', 'Time zone', 'Hours', 'Closed on'], Object.values(calendars).map(calendarRow)),
    ...Object.values(calendars)
      .filter(({ holidays }) => holidays.length > 0)
      .map(holidayTable),
  ];
  return { path: 'docs/banking-days.md', content: `${parts.join('\n')}\n` };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function railRow({ rail, bankingDays: days, calendars = {} }: RailFacts): string[] {
  const { ANY, ...byCurrency } = calendars;
  const own = Object.entries(byCurrency).map(([currency, name]) => `${currency} \`${name}\``);
  return [`\`${rail}\``, String(days), [...own, `${own.length > 0 ? 'others ' : ''}\`${ANY}\``].join(', ')];
}

function calendarRow({ calendar, name, timeZone, opensAt, cutoffAt, weekend }: BankingCalendar): string[] {
  const closed = weekend.map((day) => `${day[0]}${day.slice(1).toLowerCase()}`).join(' and ');
  return [`\`${calendar}\``, name, timeZone, `${opensAt} to ${cutoffAt}`, closed];
}

/** A row for each holiday, with the days it takes in each year. */
function holidayTable(calendar: BankingCalendar & HolidayCalendar): string {
  const byName = new Map<string, string[][]>();
  for (const [column, year] of years.entries()) {
    for (const [day, name] of holidaysOf(calendar, year)) {
      const cells = byName.get(name) ?? years.map(() => []);
      cells[column]?.push(day.slice(0, 4) === String(year) ? day.slice(5) : day);
      byName.set(name, cells);
    }
  }
  const rows = [...byName].map(([name, cells]) => [name, ...cells.map((days) => days.sort().join(', '))]);
  return `\n### ${calendar.name}\n\n${table(['Holiday', ...years.map(String)], rows)}`;
}
