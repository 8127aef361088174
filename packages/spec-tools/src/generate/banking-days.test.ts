import { expect, test } from 'vitest';
import { bankingDays } from './banking-days.ts';
import { specFolder } from './paths.ts';
import { readTables } from './tables.ts';

const { content } = bankingDays(readTables(specFolder));
const rows = content.split('\n').filter((line) => line.startsWith('| '));

test('the page has every rail that rests, with its days and calendars', () => {
  expect(rows).toContain('| `ACH` | 2 | `US_FEDERAL_RESERVE` |');
  expect(rows).toContain('| `SWIFT` | 3 | EUR `TARGET`, GBP `ENGLAND`, USD `US_FEDERAL_RESERVE`, others `WEEKDAYS` |');
  expect(content).not.toContain('`RTP`');
});

test('the page has the hours of every calendar and the days of its holidays by year', () => {
  expect(rows).toContain(
    '| `TARGET` | TARGET, the payment system of the Eurosystem | Europe/Berlin | 08:00 to 16:00 | Saturday and Sunday |',
  );
  expect(rows).toContain("| Presidents' Day | 02-17 | 02-16 | 02-15 |");
  expect(rows).toContain('| Boxing Day (observed) |  | 12-28 | 12-28 |');
});
