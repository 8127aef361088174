import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { versionWith } from '../compare-spec/cases.ts';
import { judge } from '../compare-spec/verdict.ts';
import { changeLog, readMonths } from './change-log.ts';

const months = ['2030-01', '2030-02', '2030-03', '2030-04'].map((month) => ({
  month,
  text: `# ${month}\n\nWhat changed in ${month}.\n`,
}));
const release = { version: '2030-01-01', date: '2030-03-20' };
const previous = { version: '2030-01-01', date: '2030-02-10' };

it('tells the months since the release before, the latest first, and nothing of later ones', () => {
  const text = changeLog(release, months, previous, undefined);
  expect(text.match(/What changed in \S+/g)).toEqual(['What changed in 2030-03.', 'What changed in 2030-02.']);
  expect(text.match(/^# .*/gm)).toEqual(['# 2030-01-01-released-2030-03-20']);
  expect(changeLog(release, months, undefined, undefined).match(/^## .*/gm)).toEqual([
    '## 2030-03',
    '## 2030-02',
    '## 2030-01',
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

it('reads the months that are there and no other file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'months-'));
  for (const name of ['2030-02.md', '2030-01.md', 'README.md', '2030-03.txt']) writeFileSync(join(folder, name), name);
  expect(readMonths(folder).map(({ month }) => month)).toEqual(['2030-01', '2030-02']);
  rmSync(folder, { recursive: true });
  expect(readMonths(folder)).toEqual([]);
});
