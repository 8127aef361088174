import { expect, it } from 'vitest';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { slowCommits } from './slow-commits.ts';

it('a slow commit of the embedded store is reported, at most once a minute', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const notice = slowCommits(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (const [atMs, ms] of [
    [1, 900],
    [2_000, 1_500],
    [61_999, 9_000],
    [62_000, 2_000],
  ] as const) {
    nowMs = atMs;
    notice(ms);
  }
  expect(lines).toEqual([
    expect.stringMatching(/^the disk took 1\.5 s for a commit, and every request waited\./),
    expect.stringMatching(/^the disk took 2\.0 s/),
  ]);
});

it('the embedded store measures each of its commits', async () => {
  const commits: number[] = [];
  const database = SqliteDatabase.open(':memory:', (ms) => commits.push(ms));
  await database.transaction(async () => undefined);
  await database.close();
  expect(commits).toEqual([expect.any(Number)]);
});
