import { expect, it } from 'vitest';
import { connectAgent, makeAgent, policyWith } from '../../../test/agents.ts';
import { createCaller } from '../../../test/caller.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, hourMs, minuteMs } from '../../ground/clock/instant.ts';

const unknown = 'SERVICE-AGENT-AAAA-AAAA';

function redeem(server: TestServer, code: string): Promise<Answer> {
  return createCaller({ baseUrl: server.baseUrl }).request('POST', `/agents/device-codes/${code}/redeem`);
}

async function statusOf(server: TestServer, code: string): Promise<unknown> {
  return (await server.request('GET', `/agents/device-codes/${code}/status`)).body;
}

async function newAgent(server: TestServer) {
  const { customerId } = await makeSender(server, 'USD', 0);
  return makeAgent(server, customerId);
}

oneEngine('a device code', (start) => {
  it('is redeemed once, without credentials, and reads as redeemed afterwards', async () => {
    const server = await start();
    const { agentId, code } = await newAgent(server);
    expect(await statusOf(server, code)).toEqual({ code, redeemed: false });
    const { status, body } = await redeem(server, code);
    expect(status).toBe(200);
    expect(body).toEqual({
      agentId,
      agentName: 'Bill payer',
      accessToken: expect.stringMatching(/^gat_[0-9a-f]{40}$/),
      policy: policyWith(),
    });
    expect(await statusOf(server, code)).toEqual({ code, redeemed: true });
    expect((await server.request('GET', `/agents/${agentId}`)).body.isConnected).toBe(true);
    const again = await redeem(server, code);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('expires after 24 hours', async () => {
    const server = await start();
    const [late, punctual] = [await newAgent(server), await newAgent(server)];
    await server.advance(dayMs - 1);
    expect((await redeem(server, punctual.code)).status).toBe(200);
    await server.advance(1);
    const refused = await redeem(server, late.code);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(refused.body.reason).toContain('expired at 2025-01-02T00:00:00.000Z');
    expect(await statusOf(server, late.code)).toEqual({ code: late.code, redeemed: false });
  });

  it('is replaced by a newer code until a program is connected', async () => {
    const server = await start();
    const made = await newAgent(server);
    await server.advance(hourMs);
    const { status, body } = await server.request('POST', `/agents/${made.agentId}/device-codes`);
    expect([status, body.agentId, body.expiresAt, body.redeemed]).toEqual([
      201,
      made.agentId,
      '2025-01-02T01:00:00.000Z',
      false,
    ]);
    expect((await redeem(server, made.code)).status).toBe(400);
    expect((await redeem(server, body.code)).status).toBe(200);
    const refused = await server.request('POST', `/agents/${made.agentId}/device-codes`);
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('cannot be redeemed or read once its agent is deleted', async () => {
    const server = await start();
    const { agentId, code } = await newAgent(server);
    await server.request('DELETE', `/agents/${agentId}`);
    expect((await redeem(server, code)).status).toBe(400);
    expect((await server.request('GET', `/agents/device-codes/${code}/status`)).status).toBe(404);
  });

  it('is read by its own platform alone and expires by the clock of that platform', async () => {
    const [server, stranger] = [await start(), await start()];
    const { code } = await newAgent(server);
    expect((await stranger.request('GET', `/agents/device-codes/${code}/status`)).body.code).toBe('NOT_FOUND');
    await server.request('POST', '/sandbox/clock/advance', { seconds: 90_000 });
    expect((await redeem(stranger, code)).body.reason).toContain('expired');
  });

  it('is checked for its form before an attempt is counted', async () => {
    const server = await start();
    for (let attempt = 0; attempt < 15; attempt += 1) expect((await redeem(server, 'AAAA-AAAA')).status).toBe(400);
    expect((await redeem(server, unknown)).body.code).toBe('NOT_FOUND');
  });
});

eachEngine('a device code', (start) => {
  it('connects one of eight programs that redeem it at once', async () => {
    const server = await start();
    const { code } = await newAgent(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(server, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
  });
});

// A separate database, because attempts are counted per address over all platforms.
oneEngine('guessing device codes', (start) => {
  it('is refused with 429 for ten minutes after ten failed attempts, even with a right code', async () => {
    const server = await start();
    const { code } = await newAgent(server);
    const attempts = await Promise.all(Array.from({ length: 24 }, () => redeem(server, unknown)));
    expect(attempts.filter(({ status }) => status === 404)).toHaveLength(10);
    const late = attempts.filter(({ status }) => status === 429);
    expect(late).toHaveLength(14);
    expect([late[0]?.body.code, late[0]?.headers['retry-after']]).toEqual(['RATE_LIMITED', '600']);
    expect((await redeem(server, code)).status).toBe(429);
    await server.advance(10 * minuteMs);
    expect((await redeem(server, code)).status).toBe(200);
  });

  it('counts no successful redemption as a failed attempt', async () => {
    const server = await start();
    await server.advance(hourMs);
    for (let made = 0; made < 12; made += 1) await connectAgent(server, await newAgent(server));
  });
});
