import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { createManualClock, type ManualClock } from '../../ground/clock/clock.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { findClock } from '../clocks/clocks.ts';
import { PlatformClocks } from '../clocks/platform-clocks.ts';
import { ClockStopped, Timekeeper, type TimekeeperOptions } from './timekeeper.ts';

const start = '2025-01-01T00:00:00.000Z';
const at = (seconds: number): Instant => plusMs(start, seconds * secondMs);
const inSeconds =
  (seconds: number) =>
  (now: Instant): Instant =>
    plusMs(now, seconds * secondMs);
const forever = { realMs: Number.POSITIVE_INFINITY };

interface Due {
  readonly name: string;
  readonly at: Instant;
  /** The work that becomes due when this is done. */
  readonly next?: () => Due[];
  /** It cannot be done earlier. */
  readonly notBefore?: Instant;
}

interface Process {
  readonly timekeeper: Timekeeper;
  readonly system: ManualClock;
  /** The completed work, with the time of the platform's clock. */
  readonly done: [string, Instant][];
  readonly bugs: unknown[];
  shown(): Promise<Instant>;
}

let made = 0;

/** A process on the database of a server, with due work for its platform. */
function processOn(
  { bare: database, tenant }: TestServer,
  things: Due[] = [],
  options: Partial<TimekeeperOptions> & { readonly system?: ManualClock } = {},
): Process {
  const { system = createManualClock(start), ...given } = options;
  const clocks = new PlatformClocks(system);
  const done: [string, Instant][] = [];
  const bugs: unknown[] = [];
  const work = async (): Promise<number> => {
    const now = clocks.of(tenant).now();
    const ready = things.filter((thing) => thing.at <= now && (thing.notBefore ?? '') <= now);
    for (const thing of ready) {
      things.splice(things.indexOf(thing), 1, ...(thing.next?.() ?? []));
      done.push([thing.name, now]);
    }
    return ready.length;
  };
  made += 1;
  const prefix = `process ${made}`;
  let count = 0;
  const timekeeper = new Timekeeper({
    database,
    clock: system,
    clocks,
    newId: () => {
      count += 1;
      return `${prefix}, advance ${count}`;
    },
    work,
    nextDueAt: async () => things.map((thing) => thing.at).sort()[0],
    isWorkedOn: async () => false,
    onBug: (error) => bugs.push(error),
    ...given,
  });
  const shown = async (): Promise<Instant> => (await database.read((unit) => timekeeper.state(unit, tenant))).now;
  return { timekeeper, system, done, bugs, shown };
}

eachEngine('advancing a clock', (begin) => {
  it('does all due work at its own time and in order, including work that becomes due on the way', async () => {
    const server = await begin();
    const retry = (count: number): Due => ({
      name: `retry ${count}`,
      at: at(10 * 2 ** count),
      ...(count < 3 && { next: () => [retry(count + 1)] }),
    });
    const things = [{ name: 'settle', at: at(25) }, retry(0), { name: 'later', at: at(81) }];
    const { timekeeper, done, shown } = processOn(server, things);
    const advance = await timekeeper.advance(server.tenant, inSeconds(80), forever);
    expect(advance).toEqual({ from: start, to: at(80), reached: at(80) });
    expect(done).toEqual([
      ['retry 0', at(10)],
      ['retry 1', at(20)],
      ['settle', at(25)],
      ['retry 2', at(40)],
      ['retry 3', at(80)],
    ]);
    expect(await shown()).toBe(at(80));
  });

  it('by zero seconds does the work that is already due, without moving the clock', async () => {
    const server = await begin();
    const { timekeeper, done } = processOn(server, [
      { name: 'now', at: start },
      { name: 'later', at: at(1) },
    ]);
    await timekeeper.advance(server.tenant, inSeconds(0), forever);
    expect(done).toEqual([['now', start]]);
  });

  it('stores each step before its work', async () => {
    const server = await begin();
    const { promise: dies, resolve: ends } = Promise.withResolvers<void>();
    // Here it is twenty seconds later, so the lease of the first process has expired.
    const other = processOn(server, [], { system: createManualClock(at(20)) });
    const seen: Instant[] = [];
    const works = [
      { at: at(10), isDone: false },
      { at: at(30), isDone: false },
    ];
    const dying = processOn(server, [], {
      nextDueAt: async () => works.find(({ isDone }) => !isDone)?.at,
      work: async () => {
        const shown = await other.shown();
        seen.push(shown);
        const ready = works.filter((one) => one.at <= shown && !one.isDone);
        if (shown === at(30)) await dies;
        for (const one of ready) one.isDone = true;
        return ready.length;
      },
    });
    const lost = dying.timekeeper.advance(server.tenant, inSeconds(60), forever);
    await expect.poll(() => seen.at(-1)).toBe(at(30));
    expect([...new Set(seen)]).toEqual([start, at(10), at(30)]);
    expect(await other.timekeeper.abandoned.work({ ...server.deps, clock: other.system }, () => undefined)).toBe(1);
    expect(await other.shown()).toBe(at(30));
    ends();
    await lost;
    expect(await other.shown()).toBe(at(30));
  });

  it('keeps the scale of the clock, or its frozen state, afterwards', async () => {
    const server = await begin();
    const { timekeeper, system, shown } = processOn(server);
    await timekeeper.change(server.tenant, { isFrozen: true });
    await timekeeper.advance(server.tenant, inSeconds(60), forever);
    system.moveTo(at(5));
    expect(await shown()).toBe(at(60));
    await timekeeper.change(server.tenant, { isFrozen: false, scale: 1_000 });
    await timekeeper.advance(server.tenant, () => at(1_000_000), forever);
    system.moveTo(at(6));
    expect(await shown()).toBe(at(1_001_000));
  });

  it('skips work that cannot be done yet, and does it later in the same advance', async () => {
    const server = await begin();
    const { timekeeper, done } = processOn(server, [
      { name: 'resting', at: at(10), notBefore: at(14) },
      { name: 'free', at: at(12) },
    ]);
    await timekeeper.advance(server.tenant, inSeconds(60), forever);
    expect(done).toEqual([
      ['free', at(12)],
      ['resting', at(14)],
    ]);
  });

  it('ends early after its real-time limit or on stop, and returns the time it reached', async () => {
    const server = await begin();
    const everySecond = (second: number): Due => ({
      name: `second ${second}`,
      at: at(second),
      next: () => [everySecond(second + 1)],
    });
    const slow = processOn(server, [everySecond(1)]);
    const advance = await slow.timekeeper.advance(server.tenant, inSeconds(31_000_000), { realMs: 50 });
    expect(advance?.reached).toBe(await slow.shown());
    expect((advance?.reached ?? '') < at(31_000_000)).toBe(true);
    const before = slow.done.length;
    const stopped = slow.timekeeper.advance(server.tenant, inSeconds(31_000_000), forever);
    await expect.poll(() => slow.done.length).toBeGreaterThan(before);
    slow.timekeeper.stop();
    expect((await stopped)?.reached).toBe(await slow.shown());
    await expect(slow.timekeeper.advance(server.tenant, inSeconds(60), forever)).rejects.toThrow(ClockStopped);
  });

  it('runs one at a time across processes, each from where the previous one ended', async () => {
    const server = await begin();
    const one = processOn(server, [{ name: 'one', at: at(5) }]);
    const other = processOn(server, [], { system: one.system });
    const advances = await Promise.all(
      [one, other, one, other].map(({ timekeeper }) => timekeeper.advance(server.tenant, inSeconds(10), forever)),
    );
    const starts = advances.map((advance) => advance?.from).sort();
    expect(starts).toEqual([start, at(10), at(20), at(30)]);
    expect(await one.timekeeper.advance(server.tenant, () => undefined, forever)).toBeUndefined();
    expect(await other.shown()).toBe(at(40));
  });

  it('is taken over when its process stalls, and the stalled process changes nothing afterwards', async () => {
    const server = await begin();
    const { promise: hangs, resolve: goesOn } = Promise.withResolvers<void>();
    let works = 0;
    const stalled = processOn(server, [], {
      nextDueAt: async () => (works === 0 ? at(30) : at(50)),
      work: async () => {
        if ((await stalled.shown()) === start) return 0;
        works += 1;
        await hangs;
        return works === 1 ? 1 : 0;
      },
    });
    const lost = stalled.timekeeper.advance(server.tenant, inSeconds(60), forever);
    await expect.poll(() => works).toBe(1);
    const other = processOn(server, [], { system: createManualClock(at(20)) });
    expect(await other.timekeeper.abandoned.work({ ...server.deps, clock: other.system }, () => undefined)).toBe(1);
    expect(await other.shown()).toBe(at(30));
    await other.timekeeper.advance(server.tenant, inSeconds(5), forever);
    goesOn();
    await lost;
    expect(await other.shown()).toBe(at(35));
  });
});

eachEngine('changing how a clock runs', (begin) => {
  it('keeps the current time, and stores nothing when nothing changes', async () => {
    const server = await begin();
    const { timekeeper, system } = processOn(server);
    const stored = () => server.bare.read((unit) => findClock(unit, server.tenant));
    expect(await timekeeper.change(server.tenant, { isFrozen: false })).toEqual({
      now: start,
      scale: 1,
      isFrozen: false,
    });
    expect(await stored()).toBeUndefined();
    await timekeeper.change(server.tenant, { scale: 60 });
    system.moveTo(at(1));
    expect(await timekeeper.change(server.tenant, { isFrozen: true })).toEqual({
      now: at(60),
      scale: 60,
      isFrozen: true,
    });
    expect(await timekeeper.change(server.tenant, { isFrozen: true })).toMatchObject({ now: at(60) });
    expect((await stored())?.revision).toBe(2);
  });

  it('is not undone by a clock row that was read earlier', async () => {
    const server = await begin();
    const { timekeeper } = processOn(server);
    const { bare, tenant } = server;
    const clocks = new PlatformClocks(createManualClock(start));
    await timekeeper.change(tenant, { isFrozen: true });
    await clocks.meet(bare, tenant);
    await timekeeper.advance(tenant, inSeconds(60), forever);
    await bare.read((unit) => clocks.read(unit, tenant));
    expect(clocks.of(tenant).now()).toBe(at(60));
    await bare.snapshot(async (earlier) => {
      expect((await findClock(earlier, tenant))?.anchored_at_ms).toBe(Date.parse(at(60)));
      await timekeeper.advance(tenant, inSeconds(60), forever);
      await bare.read((unit) => clocks.read(unit, tenant));
      expect(clocks.of(tenant).now()).toBe(at(120));
      await clocks.read(earlier, tenant);
    });
    expect(clocks.of(tenant).now()).toBe(at(120));
  });
});
