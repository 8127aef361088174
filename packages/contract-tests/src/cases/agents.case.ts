import { orThrow } from '@payments-platform/client';
import type { AgentPolicy, CustomerId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { openPayer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const policy: AgentPolicy = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000, dailyTransactionLimit: 5 },
  approvalThresholds: { currency: 'USD', amount: 25_000 },
};

async function createAgent({ client }: Platform, customerId: CustomerId) {
  return orThrow(client.POST('/agents', { body: { name: 'Bill payer', customerId, policy } }));
}

/** What the program does with its code; it has no credentials. */
async function redeem(platform: Platform, code: string): Promise<Response> {
  return platform.send({
    method: 'POST',
    path: `/agents/device-codes/${code}/redeem`,
    headers: { authorization: '' },
  });
}

async function accessTokenOf(platform: Platform, code: string): Promise<string> {
  const body: unknown = await (await redeem(platform, code)).json();
  if (typeof body !== 'object' || body === null || !('accessToken' in body)) throw new Error('no program is connected');
  return String(body.accessToken);
}

function asAgent(platform: Platform, accessToken: string, path: string): Promise<Response> {
  return platform.send({ method: 'GET', path, headers: { authorization: `Bearer ${accessToken}` } });
}

export function agentCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock connects no program');

  describe('an agent', () => {
    scenario('is created with a device code, read, changed and deleted', async (platform) => {
      const { customerId } = await openPayer(platform, { amount: 0 });
      const { agent, deviceCode } = await createAgent(platform, customerId);
      expect(deviceCode.code).toMatch(/^SERVICE-AGENT-/);
      const params = { path: { agentId: agent.id } };
      expect((await orThrow(platform.client.GET('/agents/{agentId}', { params }))).id).toBe(agent.id);
      expect((await orThrow(platform.client.GET('/agents'))).data.map(({ id }) => id)).toContain(agent.id);
      const paused = await orThrow(platform.client.PATCH('/agents/{agentId}', { params, body: { isPaused: true } }));
      expect(paused.isPaused).toBe(true);
      const body = { spendingLimits: { perTransactionLimit: 20_000 } };
      await orThrow(platform.client.PATCH('/agents/{agentId}/policy', { params, body }));
      await orThrow(platform.client.POST('/agents/{agentId}/device-codes', { params }));
      await platform.client.DELETE('/agents/{agentId}', { params });
    });

    stateful('is refused for a customer and accounts that are not there', async (platform) => {
      const { customerId } = await openPayer(platform, { amount: 0 });
      const unknown = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
      const attempt = (body: { customerId: CustomerId; policy: AgentPolicy }) =>
        refusalOf(platform.client.POST('/agents', { body: { name: 'Bill payer', ...body } }));
      expect(await attempt({ customerId: unknown, policy })).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
      const allowedAccountIds = ['InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c'] as const;
      const restricted = { ...policy, accountRestrictions: { allowedAccountIds } };
      expect(await attempt({ customerId, policy: restricted })).toMatchObject({ code: 'INVALID_INPUT' });
    });

    stateful(
      'is connected by its code, once, and calls with its access token until it is deleted',
      async (platform) => {
        const { customerId } = await openPayer(platform, { amount: 0 });
        const { agent, deviceCode } = await createAgent(platform, customerId);
        const params = { path: { agentId: agent.id } };
        const status = async () => {
          const path = { code: deviceCode.code };
          return (await orThrow(platform.client.GET('/agents/device-codes/{code}/status', { params: { path } })))
            .redeemed;
        };
        expect(await status()).toBe(false);
        const accessToken = await accessTokenOf(platform, deviceCode.code);
        expect(await status()).toBe(true);
        expect((await redeem(platform, deviceCode.code)).status).toBe(400);
        expect((await redeem(platform, 'SERVICE-AGENT-AAAA-AAAA')).status).toBe(404);
        const again = await refusalOf(platform.client.POST('/agents/{agentId}/device-codes', { params }));
        expect(again).toMatchObject({ status: 409, code: 'CONFLICT' });
        expect(await (await asAgent(platform, accessToken, '/agents/me')).json()).toMatchObject({ id: agent.id });
        await platform.client.DELETE('/agents/{agentId}', { params });
        expect((await asAgent(platform, accessToken, '/agents/me')).status).toBe(401);
      },
    );
  });
}
