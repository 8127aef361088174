import { describe, expect, it } from 'vitest';
import { createCaller } from '../../test/caller.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type ReadyServer, serverProcesses } from '../../test/server-processes.ts';
import { startedServers } from '../../test/started-servers.ts';
import { openInbox } from '../../test/webhook-inbox.ts';

const { start } = serverProcesses();
const inProcess = startedServers();

const now = async (api: Pick<ReadyServer, 'request'>): Promise<string> =>
  (await api.request('GET', '/sandbox/clock')).body.now;

describe('the clock of a server', () => {
  it('survives a restart: frozen, advanced and scaled', async () => {
    const first = await inProcess.start();
    const frozen = (await first.request('PATCH', '/sandbox/clock', { isFrozen: true, scale: 60 })).body;
    const advanced = (await first.request('POST', '/sandbox/clock/advance', { seconds: 86_400 })).body;
    expect(Date.parse(advanced.now) - Date.parse(frozen.now)).toBe(86_400_000);
    await first.stop();
    const process = inProcess.launch();
    const second = createCaller(await process.ready());
    expect((await second.request('GET', '/sandbox/clock')).body).toEqual({
      now: advanced.now,
      scale: 60,
      isFrozen: true,
    });
    const released = await second.request('PATCH', '/sandbox/clock', { isFrozen: false, scale: 1 });
    await process.stop('SIGKILL');
    expect((await now(await inProcess.start())) >= released.body.now).toBe(true);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('two servers on one PostgreSQL', () => {
  it('show one time, serialize clock advances, and do all due work once', async () => {
    const environment = { DATABASE_URL: await createTestDatabase(), PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const [one, two] = await Promise.all([start('one', environment), start('two', environment)]);
    const inbox = await openInbox();
    inbox.answer = () => ({ status: 500 });
    try {
      await one.request('PATCH', '/config', { webhookEndpoint: inbox.url });
      const frozen = (await one.request('PATCH', '/sandbox/clock', { isFrozen: true })).body.now;
      expect(await now(two)).toBe(frozen);
      await one.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      // Both move it at the same time: the moves happen one after the other, and none is lost.
      const moves = await Promise.all(
        [one, two, two, one].map((api) => api.request('POST', '/sandbox/clock/advance', { seconds: 900 })),
      );
      expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const starts = moves.map(({ body }) => Date.parse(body.from) - Date.parse(frozen)).sort((a, b) => a - b);
      expect(starts).toEqual([0, 900_000, 1_800_000, 2_700_000]);
      const shown = await Promise.all([now(one), now(two)]);
      expect(shown).toEqual([shown[0], shown[0]]);
      expect(Date.parse(shown[0] ?? '') - Date.parse(frozen)).toBe(3_600_000);
      const attempts = moves
        .flatMap(({ body }) => body.happened as { kind: string; attempt: number }[])
        .filter(({ kind }) => kind === 'DELIVERY');
      const numbers = attempts.map(({ attempt }) => attempt).sort((a, b) => a - b);
      // The first attempt is made at once, which may be before or during the move of the clock.
      const [earliest = 0] = numbers;
      expect([1, 2]).toContain(earliest);
      expect(numbers).toEqual(numbers.map((_, index) => index + earliest));
      expect(inbox.received).toHaveLength((numbers.at(-1) ?? 0) + 1); // and the test event
    } finally {
      await inbox.close();
    }
  });

  it('can advance the clock after one was killed during an advance', async () => {
    const environment = { DATABASE_URL: await createTestDatabase(), PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const [one, two] = await Promise.all([start('one', environment), start('two', environment)]);
    const inbox = await openInbox();
    inbox.answer = () => ({ status: 500 });
    try {
      await one.request('PATCH', '/config', { webhookEndpoint: inbox.url });
      await one.request('PATCH', '/sandbox/clock', { isFrozen: true });
      for (let count = 0; count < 10; count += 1) {
        await one.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      }
      const before = await now(two);
      const advance = one.request('POST', '/sandbox/clock/advance', { seconds: 6 * 86_400 }).catch(() => undefined);
      await expect.poll(() => now(two)).toSatisfy((at: string) => at > before);
      await one.process.stop('SIGKILL');
      await advance;
      const reached = await now(two);
      expect(reached > before).toBe(true);
      await expect
        .poll(async () => (await two.request('POST', '/sandbox/clock/advance', { seconds: 60 })).status)
        .toBe(200);
      expect((await now(two)) > reached).toBe(true);
    } finally {
      await inbox.close();
    }
  });
});
