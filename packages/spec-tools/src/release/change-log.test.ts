import { expect, it } from 'vitest';
import { versionWith } from '../compare/cases.ts';
import { judge } from '../compare/verdict.ts';
import { changeLog } from './change-log.ts';

const months = ['2030-01', '2030-02', '2030-03', '2030-04'].map((month) => ({
  month,
  changes: [
    { id: 'one', kind: 'added', title: 'A thing', text: `New in ${month}. [Things](../things.md#one)` },
  ] as const,
}));
const release = { version: '2030-01-01', date: '2030-03-20' };
const previous = { version: '2030-01-01', date: '2030-02-10' };

it('lists the months since the previous release, newest first, and none after the release', () => {
  const text = changeLog(release, months, previous, undefined);
  expect(text.match(/^- .*/gm)).toEqual([
    '- **A thing** (added). New in 2030-03. Things',
    '- **A thing** (added). New in 2030-02. Things',
  ]);
  expect(text.match(/^# .*/gm)).toEqual(['# 2030-01-01-released-2030-03-20']);
  expect(changeLog(release, months, undefined, undefined).match(/^## .*/gm)).toEqual([
    '## March 2030',
    '## February 2030',
    '## January 2030',
  ]);
});

it('lists every difference that the check found', () => {
  const added = versionWith([{ at: ['x-currencies', 'EUR'], set: { code: 'EUR', decimals: 2 } }]);
  const text = changeLog(release, [], previous, judge(versionWith(), added));
  expect(text).toContain('## Every difference since 2030-02-10');
  expect(text).toContain('### Compatible\n\n- `$.x-currencies.EUR`: EUR is new. (currency-added)\n');
  expect(text).not.toContain('### Breaking');
  expect(changeLog(release, [], previous, judge(added, added))).toContain('None that callers can notice.');
});
