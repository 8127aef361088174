import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshStore, openMigratedStore } from '../../test/fresh-stores.ts';
import { ShareExhausted, UnitShares } from './unit-shares.ts';

let store: FreshStore;
beforeEach(async () => {
  store = await openMigratedStore();
});
afterEach(() => store.close());

/** Opens units of a party that run until they are ended. */
function openReads(shares: UnitShares, party: number, count: number) {
  const database = shares.of(party, store.database);
  const running: (() => void)[] = [];
  const done = Array.from({ length: count }, () =>
    database.read(() => new Promise<void>((resolve) => running.push(resolve))),
  );
  return { running, done };
}

/** Resolves once as many units run; then gives one too many the time to begin. */
async function untilRunning(
  ...parties: readonly (readonly [running: readonly unknown[], count: number])[]
): Promise<void> {
  for (const [running, count] of parties)
    await expect.poll(() => running.length, { interval: 1 }).toBeGreaterThanOrEqual(count);
  await soon();
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('units of one party', () => {
  it('all run at the same time up to its share, and the others when one of these ends', async () => {
    const shares = new UnitShares(16);
    const { running, done } = openReads(shares, 1, 20);
    await untilRunning([running, 16]);
    expect([running.length, shares.waiting]).toEqual([16, 4]);
    running[0]?.();
    await untilRunning([running, 17]);
    expect(running).toHaveLength(17);
    while (running.length < 20) {
      for (const end of running) end();
      await soon();
    }
    for (const end of running) end();
    await Promise.all(done);
  });

  it('run in the order in which they were opened', async () => {
    const database = new UnitShares(4).of(1, store.database);
    const order: number[] = [];
    await Promise.all(Array.from({ length: 40 }, (_, index) => database.transaction(async () => order.push(index))));
    expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  it('are rejected when they have waited too long, and the others still run', async () => {
    const shares = new UnitShares(4, 20);
    const { running, done } = openReads(shares, 1, 6);
    expect(await Promise.allSettled(done.slice(4))).toEqual([
      { status: 'rejected', reason: expect.any(ShareExhausted) },
      { status: 'rejected', reason: expect.any(ShareExhausted) },
    ]);
    expect([running.length, shares.waiting]).toEqual([4, 0]);
    for (const end of running) end();
    await Promise.all(done.slice(0, 4));
    await expect(shares.of(1, store.database).read(async () => 'done')).resolves.toBe('done');
  });

  it('make room when they fail', async () => {
    const database = new UnitShares(4).of(1, store.database);
    const fail = () => database.transaction(() => Promise.reject(new Error('no')));
    const results = await Promise.allSettled(Array.from({ length: 40 }, fail));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await expect(database.read(async () => 'done')).resolves.toBe('done');
  });
});

describe('units of a party that begins while another one has many waiting', () => {
  it('run at once', async () => {
    const shares = new UnitShares(16);
    const loud = openReads(shares, 1, 300);
    const quiet = openReads(shares, 2, 3);
    await untilRunning([loud.running, 16], [quiet.running, 3]);
    expect([loud.running.length, quiet.running.length]).toEqual([16, 3]);
    for (let ended = 0; ended < 300; ) {
      for (; ended < loud.running.length; ended += 1) loud.running[ended]?.();
      await soon();
    }
    for (const end of quiet.running) end();
    await Promise.all([...loud.done, ...quiet.done]);
  });

  it('take their half, as units of the other end', async () => {
    const shares = new UnitShares(16);
    const loud = openReads(shares, 1, 300);
    const quiet = openReads(shares, 2, 300);
    await untilRunning([loud.running, 16]);
    for (const end of [...loud.running]) end();
    await untilRunning([loud.running, 24], [quiet.running, 8]);
    expect([loud.running.length - 16, quiet.running.length]).toEqual([8, 8]);
    const parties = [loud, quiet].map((party) => ({ ...party, ended: 0 }));
    while (parties.some(({ ended }) => ended < 300)) {
      for (const party of parties)
        for (; party.ended < party.running.length; party.ended += 1) party.running[party.ended]?.();
      await soon();
    }
    await Promise.all([...loud.done, ...quiet.done]);
  });
});
