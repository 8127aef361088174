import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { testStart } from '../../../test/test-server.ts';

eachEngine('the clock of the sandbox', (start) => {
  it('is read, frozen, released and scaled, and keeps the moment each time', async () => {
    const server = await start();
    const frozen = { now: testStart, scale: 1, isFrozen: true };
    expect((await server.request('GET', '/sandbox/clock')).body).toEqual(frozen);
    expect((await server.request('PATCH', '/sandbox/clock', {})).body).toEqual(frozen);
    expect((await server.request('PATCH', '/sandbox/clock', { scale: 3600 })).body).toEqual({ ...frozen, scale: 3600 });
    const released = await server.request('PATCH', '/sandbox/clock', { isFrozen: false });
    expect(released.status).toBe(200);
    expect(released.body).toMatchObject({ scale: 3600, isFrozen: false });
    await expect
      .poll(async () => (await server.request('GET', '/sandbox/clock')).body.now)
      .toSatisfy((now: string) => now >= '2025-01-01T00:01:00.000Z');
    const stopped = (await server.request('PATCH', '/sandbox/clock', { isFrozen: true })).body;
    expect((await server.request('GET', '/sandbox/clock')).body).toEqual(stopped);
  });

  it('runs at a whole speed from 1 to 1,000,000', async () => {
    const server = await start();
    for (const scale of [0, 1_000_001, 1.5, '2']) {
      const answer = await server.request('PATCH', '/sandbox/clock', { scale });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    }
    for (const scale of [1_000_000, 1]) {
      expect((await server.request('PATCH', '/sandbox/clock', { scale })).body.scale).toBe(scale);
    }
  });

  it('is moved by tokens that manage the platform only', async () => {
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

  it('is moved by nobody where the operator of a server that others reach has not allowed it', async () => {
    const server = await start({ settings: { movesClock: false } });
    for (const [method, path] of [
      ['PATCH', '/sandbox/clock'],
      ['POST', '/sandbox/clock/advance'],
    ] as const) {
      const answer = await server.request(method, path, { seconds: 1 });
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      expect(answer.body.reason).toContain('--movable-clock');
    }
  });
});

eachEngine('the clock of a server that also serves production', (start) => {
  it('is moved by nobody, and production does not see it', async () => {
    const production = await start({ environment: 'PRODUCTION' });
    const sandbox = await start();
    const moves = [
      ['PATCH', '/sandbox/clock', { isFrozen: true }],
      ['POST', '/sandbox/clock/advance', { seconds: 1 }],
    ] as const;
    for (const server of [sandbox, production]) {
      for (const [method, path, body] of moves) {
        const answer = await server.request(method, path, body);
        expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      }
    }
    expect((await production.request('GET', '/sandbox/clock')).status).toBe(403);
    expect((await sandbox.request('GET', '/sandbox/clock')).body.now).toBe(testStart);
  });
});
