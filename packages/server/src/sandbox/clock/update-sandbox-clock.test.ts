import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { testStart } from '../../../test/test-server.ts';

oneEngine('the clock of the sandbox', (start) => {
  it('can be read, frozen, released and scaled without a jump in time', async () => {
    const server = await start();
    const frozen = { now: testStart, scale: 1, isFrozen: true };
    expect((await server.request('GET', '/sandbox/clock')).body).toEqual({ ...frozen, isFrozen: false });
    expect((await server.request('PATCH', '/sandbox/clock', { isFrozen: true })).body).toEqual(frozen);
    expect((await server.request('PATCH', '/sandbox/clock', {})).body).toEqual(frozen);
    expect((await server.request('PATCH', '/sandbox/clock', { scale: 3600 })).body).toEqual({ ...frozen, scale: 3600 });
    const released = await server.request('PATCH', '/sandbox/clock', { isFrozen: false });
    expect(released.status).toBe(200);
    expect(released.body).toMatchObject({ scale: 3600, isFrozen: false });
    server.clock.moveTo('2025-01-01T00:00:02.000Z');
    expect((await server.request('GET', '/sandbox/clock')).body.now).toBe('2025-01-01T02:00:00.000Z');
    const stopped = (await server.request('PATCH', '/sandbox/clock', { isFrozen: true })).body;
    expect((await server.request('GET', '/sandbox/clock')).body).toEqual(stopped);
  });

  it('accepts only an integer scale from 1 to 1,000,000', async () => {
    const server = await start();
    for (const scale of [0, 1_000_001, 1.5, '2']) {
      const answer = await server.request('PATCH', '/sandbox/clock', { scale });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    }
    for (const scale of [1_000_000, 1]) {
      expect((await server.request('PATCH', '/sandbox/clock', { scale })).body.scale).toBe(scale);
    }
  });

  it('can be read with VIEW, and requires the permission MANAGE to be changed', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('GET', '/sandbox/clock')).status).toBe(200);
    for (const [method, path] of [
      ['PATCH', '/sandbox/clock'],
      ['POST', '/sandbox/clock/advance'],
    ] as const) {
      const answer = await viewer.request(method, path, { seconds: 1 });
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    }
  });
});

oneEngine('the sandbox clock beside a production platform', (start) => {
  it('can be changed without an effect on production, which is refused with 403', async () => {
    const production = await start({ environment: 'PRODUCTION' });
    const sandbox = await start();
    for (const [method, path, body] of [
      ['PATCH', '/sandbox/clock', { isFrozen: true }],
      ['POST', '/sandbox/clock/advance', { seconds: 86_400 }],
    ] as const) {
      expect((await production.request(method, path, body)).status).toBe(403);
      expect((await sandbox.request(method, path, body)).status).toBe(200);
    }
    expect((await production.request('GET', '/sandbox/clock')).status).toBe(403);
    expect((await sandbox.request('GET', '/sandbox/clock')).body.now).toBe('2025-01-02T00:00:00.000Z');
    expect((await production.request('POST', '/tokens', { name: 'x', permissions: ['VIEW'] })).body.createdAt).toBe(
      testStart,
    );
  });
});
