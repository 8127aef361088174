import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startLoopbackServer } from '../test/loopback-server.ts';
import { createAgentClient, redeemDeviceCode } from './create-agent-client.ts';
import { orThrow } from './or-throw.ts';

const quoteId = 'Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4';
const accessToken = 'gat_0123456789abcdef0123456789abcdef01234567';

describe('an agent client', () => {
  it('sends its access token, and an Idempotency-Key where the operation takes one', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: {} }));
    const client = createAgentClient({ baseUrl: server.baseUrl, accessToken });
    await client.GET('/agents/me');
    await client.POST('/agents/me/quotes/{quoteId}/execute', { params: { path: { quoteId } } });
    expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/2025-10-13/agents/me', `Bearer ${accessToken}`],
      [`/2025-10-13/agents/me/quotes/${encodeURIComponent(quoteId)}/execute`, `Bearer ${accessToken}`],
    ]);
    expect(server.requests.map(({ headers }) => typeof headers['idempotency-key'])).toEqual(['undefined', 'string']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no token', { accessToken: undefined }, 'accessToken is missing. Give the `accessToken` that redeeming'],
    [
      'a token with Bearer before it',
      { accessToken: 'Bearer gat_0' },
      'accessToken has white space in it. Give the token alone',
    ],
    ['no address', { baseUrl: '' }, 'baseUrl is missing.'],
  ])('checks its settings when it is created: %s', (_case, changes, message) => {
    const options = { baseUrl: 'http://127.0.0.1:1', accessToken, ...changes };
    expect(() => Reflect.apply(createAgentClient, undefined, [options])).toThrow(message);
  });
});

describe('a device code', () => {
  it('is redeemed without credentials, in one attempt', async () => {
    const access = { agentId: 'Agent:1', agentName: 'Bill payer', accessToken };
    await using server = await startLoopbackServer((_request, index) =>
      index === 0 ? { status: 200, body: access } : 'hang up',
    );
    const options = { baseUrl: server.baseUrl, code: 'SERVICE-AGENT-7K3M-9Q2X' };
    expect(await redeemDeviceCode(options)).toEqual(access);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/2025-10-13/agents/device-codes/SERVICE-AGENT-7K3M-9Q2X/redeem',
    });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    await expect(redeemDeviceCode(options)).rejects.toThrow('no answer after 1 attempt');
    expect(server.requests).toHaveLength(2);
  });

  it('is not in the error of a redemption without an answer, which may be logged', async () => {
    await using server = await startLoopbackServer(() => 'hang up');
    const redeemed = redeemDeviceCode({ baseUrl: server.baseUrl, code: 'SERVICE-AGENT-7K3M-9Q2X' });
    const error = await redeemed.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ url: `${server.baseUrl}/agents/device-codes/{code}/redeem` });
    expect(inspect(error, { depth: 9 })).not.toContain('7K3M');
  });

  it('is refused with the reason of the server when it was redeemed before', async () => {
    const reason = 'The device code was already redeemed.';
    await using server = await startLoopbackServer(() => ({ status: 400, body: { code: 'INVALID_INPUT', reason } }));
    const client = createAgentClient({ baseUrl: server.baseUrl, accessToken });
    const path = { code: 'SERVICE-AGENT-7K3M-9Q2X' };
    const redeemed = orThrow(client.POST('/agents/device-codes/{code}/redeem', { params: { path } }));
    await expect(redeemed).rejects.toMatchObject({ code: 'INVALID_INPUT', reason });
  });
});
