import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { pagesRead, raw } from '../../../test/query-plans.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { epochMsOf, type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { SearchPace } from './search-pace.ts';
import { TimerFloor } from './timer-floor.ts';
import { setTimer } from './timers.ts';

const kind = 'a kind of its own';

async function set({ bare, tenant }: TestServer, count: number, dueAt: Instant): Promise<void> {
  await bare.transaction(async (unit) => {
    for (let at = 0; at < count; at += 1) setTimer(unit, { tenant, kind, id: `${dueAt} ${at}` }, dueAt);
  });
}

eachEngine('the timers after a slow search', (start, engine) => {
  it('are found if they are due from now on, and at last if they were due before', async () => {
    const server = await start();
    const { bare, clock } = server;
    const now = clock.now();
    const floor = new TimerFloor(kind, new SearchPace(-1));
    const next = (): Promise<Instant | undefined> => bare.read((unit) => floor.nextAt(unit, now));
    expect(await next()).toBeUndefined();
    const soon = plusMs(now, minuteMs);
    await set(server, 1, soon);
    expect(await next()).toBe(soon);
    await set(server, 1, now);
    expect(await next()).toBe(now);
    const past = plusMs(now, -minuteMs);
    await set(server, 1, past);
    await expect.poll(next).toBe(past);
    expect(floor.fromMs).toBeLessThanOrEqual(epochMsOf(past));
  });

  // SQLite keeps no old versions in its tables.
  it.skipIf(engine === 'sqlite')('are found and claimed without the versions that another session keeps', async () => {
    const server = await start();
    const { bare, clock } = server;
    await set(server, 5_000, clock.now());
    const reader = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const reading = bare.snapshot(async (unit) => {
      await unit.all(raw('select 1 from timers limit 1'), {});
      began.resolve();
      await reader.promise;
    });
    await began.promise;
    await bare.transaction((unit) => unit.run(raw(`delete from timers where kind = '${kind}'`), {}));
    clock.moveTo(plusMs(clock.now(), 10 * secondMs));
    await set(server, 10, clock.now());
    const floor = new TimerFloor(kind, new SearchPace(-1));
    await bare.read((unit) => floor.nextAt(unit, clock.now()));
    const nowMs = epochMsOf(clock.now());
    expect(floor.fromMs).toBe(nowMs - 2 * secondMs);
    const claimed = { kind, nowMs, leasedUntilMs: nowMs, limit: 1 };
    const pagesFrom = (name: string, fromMs: number): Promise<number> =>
      bare.transaction((unit) => pagesRead(unit, name, { ...claimed, fromMs }));
    const saved: number[] = [];
    for (const name of ['nextTimer', 'claimTimers'])
      saved.push((await pagesFrom(name, 0)) - (await pagesFrom(name, floor.fromMs)));
    reader.resolve();
    await reading;
    expect(Math.min(...saved)).toBeGreaterThan(40);
  });
});

describe('a search of SQLite', () => {
  it('always begins at the start', () => {
    const pace = new SearchPace(-1);
    expect(pace.isSlow('sqlite', performance.now())).toBe(false);
    expect(pace.beginsAtFloor).toBe(false);
    expect(pace.isSlow('postgres', performance.now() - secondMs)).toBe(true);
    expect(pace.beginsAtFloor).toBe(true);
  });
});
