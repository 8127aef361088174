import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type Ready, runServer, type ServerProcess } from '../../test/server-process.ts';
import { openInbox } from '../../test/webhook-inbox.ts';

let folder = '';
const running: ServerProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-clock-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Api extends Ready {
  readonly process: ServerProcess;
  call(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: Answer }>;
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Answer = any;

async function start(data: string, environment: Record<string, string> = {}, ...flags: string[]): Promise<Api> {
  const server = runServer(['--port', '0', '--data', join(folder, data), '--json', ...flags], environment);
  running.push(server);
  const ready = await server.ready();
  const authorization = `Basic ${Buffer.from(`${ready.tokenId}:${ready.tokenSecret}`).toString('base64')}`;
  return {
    ...ready,
    process: server,
    call: async (method, path, body) => {
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${ready.baseUrl}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

const now = async (api: Api): Promise<string> => (await api.call('GET', '/sandbox/clock')).body.now;

describe('the clock of a server', () => {
  it('is kept over a restart: frozen, moved on, and scaled', async () => {
    const first = await start('one');
    const frozen = (await first.call('PATCH', '/sandbox/clock', { isFrozen: true, scale: 60 })).body;
    const advanced = (await first.call('POST', '/sandbox/clock/advance', { seconds: 86_400 })).body;
    expect(Date.parse(advanced.now) - Date.parse(frozen.now)).toBe(86_400_000);
    await first.process.stop();
    const second = await start('one');
    expect((await second.call('GET', '/sandbox/clock')).body).toEqual({ now: advanced.now, scale: 60, isFrozen: true });
    const released = await second.call('PATCH', '/sandbox/clock', { isFrozen: false, scale: 1 });
    await second.process.stop('SIGKILL');
    expect((await now(await start('one'))) >= released.body.now).toBe(true);
  });

  it('is moved by tokens only where the server is on loopback, unless the operator allows it', async () => {
    const closed = await start('closed', {}, '--host', '0.0.0.0');
    const local = { ...closed, baseUrl: closed.baseUrl.replace('0.0.0.0', '127.0.0.1') };
    expect((await local.call('PATCH', '/sandbox/clock', { scale: 2 })).status).toBe(403);
    const open = await start('open', {}, '--host', '0.0.0.0', '--movable-clock');
    expect((await open.call('PATCH', '/sandbox/clock', { scale: 2 })).status).toBe(200);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('two servers on one PostgreSQL', () => {
  it('show one time at once, wait for each other, and do everything due once', async () => {
    const environment = { DATABASE_URL: await createTestDatabase(), PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const [one, two] = await Promise.all([start('one', environment), start('two', environment)]);
    const inbox = await openInbox();
    inbox.answer = () => ({ status: 500 });
    try {
      await one.call('PATCH', '/config', { webhookEndpoint: inbox.url });
      const frozen = (await one.call('PATCH', '/sandbox/clock', { isFrozen: true })).body.now;
      expect(await now(two)).toBe(frozen);
      await one.call('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      // Both move it at once: one after the other, and none of the steps is lost.
      const moves = await Promise.all(
        [one, two, two, one].map((api) => api.call('POST', '/sandbox/clock/advance', { seconds: 900 })),
      );
      expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const starts = moves.map(({ body }) => Date.parse(body.from) - Date.parse(frozen)).sort((a, b) => a - b);
      expect(starts).toEqual([0, 900_000, 1_800_000, 2_700_000]);
      const shown = await Promise.all([now(one), now(two)]);
      expect(shown).toEqual([shown[0], shown[0]]);
      expect(Date.parse(shown[0] ?? '') - Date.parse(frozen)).toBe(3_600_000);
      const attempts = moves.flatMap(({ body }) => body.happened).filter(({ kind }) => kind === 'DELIVERY');
      const numbers = attempts.map(({ attempt }) => attempt).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => index + 2));
      expect(inbox.received).toHaveLength(numbers.length + 2); // a test event, and the first attempt at once
    } finally {
      await inbox.close();
    }
  });

  it('go on when the one that moves the clock is killed', async () => {
    const environment = { DATABASE_URL: await createTestDatabase(), PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const [one, two] = await Promise.all([start('one', environment), start('two', environment)]);
    const inbox = await openInbox();
    inbox.answer = () => ({ status: 500 });
    try {
      await one.call('PATCH', '/config', { webhookEndpoint: inbox.url });
      await one.call('PATCH', '/sandbox/clock', { isFrozen: true });
      for (let count = 0; count < 10; count += 1) {
        await one.call('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      }
      const before = await now(two);
      const journey = one.call('POST', '/sandbox/clock/advance', { seconds: 6 * 86_400 }).catch(() => undefined);
      await expect.poll(() => now(two)).toSatisfy((at: string) => at > before);
      await one.process.stop('SIGKILL');
      await journey;
      const reached = await now(two);
      expect(reached > before).toBe(true);
      await expect
        .poll(async () => (await two.call('POST', '/sandbox/clock/advance', { seconds: 60 })).status, {
          timeout: 20_000,
        })
        .toBe(200);
      expect((await now(two)) > reached).toBe(true);
    } finally {
      await inbox.close();
    }
  });
});
