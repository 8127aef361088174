import { expect, it } from 'vitest';
import { createManualClock } from '../../ground/clock/clock.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { SqliteDatabase } from '../../ground/database/sqlite-database.ts';
import { PlatformClocks } from '../clocks/platform-clocks.ts';
import { type DueDeps, type DueWork, runDueWork } from './due-work.ts';

const start = '2025-01-01T00:00:00.000Z';

it('starts only the kinds of work that are due', async () => {
  const clock = createManualClock(start);
  const database = SqliteDatabase.open(':memory:');
  const clocks = new PlatformClocks(clock);
  const begun: string[] = [];
  const kind = (name: string, dueInMs: number | undefined): DueWork<DueDeps> => ({
    name,
    work: async () => begun.push(name),
    nextDueAt: async () => (dueInMs === undefined ? undefined : plusMs(start, dueInMs)),
  });
  const kinds = [kind('now', 0), kind('soon', secondMs), kind('never', undefined)];
  const report = (bug: unknown): never => {
    throw bug;
  };
  await runDueWork(kinds, { database, clock, clocks }, report);
  expect(begun.splice(0)).toEqual(['now']);
  clock.moveTo(plusMs(start, secondMs));
  await runDueWork(kinds, { database, clock, clocks }, report);
  expect(begun).toEqual(['now', 'soon']);
  await database.close();
});
