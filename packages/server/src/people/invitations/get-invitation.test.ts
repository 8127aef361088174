import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { guess, invite } from '../../../test/invitations.ts';
import { newWorld } from '../../../test/worlds.ts';

oneEngine('getInvitation', (start) => {
  it('returns the whole invitation to every platform of the environment', async () => {
    const [server, other] = [await start(), await start()];
    const { code } = await invite(server, { firstName: 'Grace', amountToSend: 2_500 });
    const { body: own } = await server.request('GET', `/invitations/${code}`);
    const seen = await other.request('GET', `/invitations/${code}`);
    expect([seen.status, { ...seen.body, url: own.url }]).toEqual([200, own]);
  });

  it('returns EXPIRED to every platform by the clock of the inviting platform', async () => {
    const [server, other] = [await start(), await start()];
    const { code } = await invite(server, { expiresAt: '2025-01-01T01:00:00.000Z' });
    const seenBy = async (reader: typeof server): Promise<string> =>
      (await reader.request('GET', `/invitations/${code}`)).body.status;
    await server.request('PATCH', '/sandbox/clock', { isFrozen: true });
    await server.request('POST', '/sandbox/clock/advance', { seconds: 3_599 });
    expect([await seenBy(server), await seenBy(other)]).toEqual(['PENDING', 'PENDING']);
    await server.request('POST', '/sandbox/clock/advance', { seconds: 1 });
    expect([await seenBy(server), await seenBy(other)]).toEqual(['EXPIRED', 'EXPIRED']);
  });

  it('returns RATE_LIMITED after 30 unknown codes in ten minutes, and does not count valid codes', async () => {
    const [server, other] = [await start(), await start()];
    const { code } = await invite(server);
    for (let times = 0; times < 40; times += 1) await server.request('GET', `/invitations/${code}`);
    const statuses = await guess(server, 40);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const blocked = await server.request('GET', `/invitations/${code}`);
    expect([blocked.status, blocked.body.code, blocked.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '600']);
    // Another platform is not affected, and moving a sandbox clock does not end the block.
    expect((await other.request('GET', `/invitations/${code}`)).status).toBe(200);
    await server.request('POST', '/sandbox/clock/advance', { seconds: 1_200 });
    expect((await server.request('POST', `/invitations/${code}/cancel`)).status).toBe(429);
    server.clock.moveTo('2025-01-01T00:10:00.000Z');
    expect((await server.request('GET', `/invitations/${code}`)).status).toBe(200);
  });

  it('counts the attempts of a platform and of its worlds together', async () => {
    const server = await start();
    const { code } = await invite(server);
    const [one, two] = [await newWorld(server), await newWorld(server)];
    for (const caller of [one, two, server]) {
      const codes = Array.from({ length: 10 }, (_, index) => `feed000${index}`);
      await Promise.all(codes.map((unknown) => caller.request('GET', `/invitations/${unknown}`)));
    }
    for (const caller of [one, two, server, await newWorld(server)])
      expect((await caller.request('GET', `/invitations/${code}`)).status).toBe(429);
  });

  it('counts the attempts before and after a reset of the platform together', async () => {
    const server = await start();
    await guess(server, 20);
    await server.request('POST', '/sandbox/reset');
    expect((await guess(server, 20)).filter((status) => status === 404)).toHaveLength(10);
  });
});

oneEngine('getInvitation across environments', (start) => {
  it('returns INVITATION_NOT_FOUND to a platform of the other environment', async () => {
    const server = await start();
    const { code } = await invite(server);
    const other = await start({ environment: 'PRODUCTION' });
    const seen = await other.request('GET', `/invitations/${code}`);
    expect([seen.status, seen.body.code]).toEqual([404, 'INVITATION_NOT_FOUND']);
  });
});

// Its own store, because a store with a production platform accepts no endpoint on this machine.
oneEngine('getInvitation with a code of the other environment', (start) => {
  it('counts a code of the other environment like an unknown one', async () => {
    const { code } = await invite(await start());
    const other = await start({ environment: 'PRODUCTION' });
    await other.request('GET', `/invitations/${code}`);
    expect((await guess(other, 30)).filter((status) => status === 404)).toHaveLength(29);
  });
});
