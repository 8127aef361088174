import { expect, test } from 'vitest';
import { holidaysOf } from '../../../server/src/engines/rails/holidays.ts';
import { bankingDays } from './banking-days.ts';
import { specFolder } from './paths.ts';
import { readTables } from './tables.ts';

const { rails, calendars } = readTables(specFolder);
const { content } = bankingDays(readTables(specFolder));
const rows = content.split('\n').filter((line) => line.startsWith('| '));

test('the page of banking days lists every rail with its days and calendars', () => {
  expect(rows).toContain('| `ACH` | 2 | `US_FEDERAL_RESERVE` |');
  expect(rows).toContain('| `SWIFT` | 3 | EUR `TARGET`, GBP `ENGLAND`, USD `US_FEDERAL_RESERVE`, others `WEEKDAYS` |');
  for (const { rail, bankingDays: days, calendars: kept = {} } of Object.values(rails)) {
    const own = rows.filter((row) => row.startsWith(`| \`${rail}\` | ${days} |`));
    expect([rail, own.length]).toEqual([rail, days === undefined ? 0 : 1]);
    if (days === undefined) expect(content).not.toContain(`| \`${rail}\` |`);
    for (const name of Object.values(days === undefined ? {} : kept)) expect(own[0]).toContain(`\`${name}\``);
  }
  expect(content).not.toContain('`RTP`');
});

test('the page of banking days lists the hours and holidays of every calendar by year', () => {
  expect(rows).toContain(
    '| `TARGET` | TARGET, the payment system of the Eurosystem | Europe/Berlin | 08:00 to 16:00 | Saturday and Sunday |',
  );
  const sections = content.split('\n### ');
  for (const { calendar, name, timeZone, opensAt, cutoffAt, holidays, ...rules } of Object.values(calendars)) {
    expect(
      rows.some((row) => row.startsWith(`| \`${calendar}\` | ${name} | ${timeZone} | ${opensAt} to ${cutoffAt} |`)),
    ).toBe(true);
    const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
    for (const year of holidays.length === 0 ? [] : [2025, 2026, 2027])
      for (const [day, holiday] of holidaysOf({ ...rules, holidays }, year)) {
        const row = section.split('\n').find((line) => line.startsWith(`| ${holiday} |`)) ?? '';
        const shown = day.startsWith(String(year)) ? day.slice(5) : day;
        expect([calendar, day, row.split(' | ')[year - 2024]]).toEqual([calendar, day, expect.stringContaining(shown)]);
      }
  }
  expect(rows).toContain("| Presidents' Day | 02-17 | 02-16 | 02-15 |");
  expect(rows).toContain('| Boxing Day (observed) |  | 12-28 | 12-28 |');
});
