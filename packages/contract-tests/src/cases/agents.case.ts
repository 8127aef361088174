import { orThrow } from '@payments-platform/client';
import type { AgentAction, AgentActionStatus, AgentId, AgentPolicy, CustomerId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { accessTokenOf, asAgent, createAgent, openAgent, agentPolicy as policy, redeem } from '../parties/agent.ts';
import { openPayer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function decided({ client }: Platform, agentId: AgentId, status: AgentActionStatus): Promise<unknown[]> {
  const params = { path: { agentId }, query: { status } };
  return (await orThrow(client.GET('/agents/{agentId}/actions', { params }))).data.map(({ id }) => id);
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

    stateful('is refused for an unknown customer or account', async (platform) => {
      const { customerId } = await openPayer(platform, { amount: 0 });
      const unknown = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
      const attempt = (body: { customerId: CustomerId; policy: AgentPolicy }) =>
        refusalOf(platform.client.POST('/agents', { body: { name: 'Bill payer', ...body } }));
      expect(await attempt({ customerId: unknown, policy })).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
      const allowedAccountIds = ['InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c'] as const;
      const restricted = { ...policy, accountRestrictions: { allowedAccountIds } };
      expect(await attempt({ customerId, policy: restricted })).toMatchObject({ code: 'INVALID_INPUT' });
    });

    stateful('redeems its device code once and calls with its access token until it is deleted', async (platform) => {
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
    });

    stateful('pays within its policy, waits above its threshold and is refused above its limit', async (platform) => {
      const { agentId, call, pay } = await openAgent(platform);
      expect(await pay(20_000)).toMatchObject({ status: 'APPROVED', transaction: { agentId } });
      const [waiting, unwanted] = [await pay(25_001), await pay(25_002)];
      expect(waiting.status).toBe('PENDING_APPROVAL');
      expect(await pay(50_001)).toMatchObject({ code: 'FORBIDDEN', details: { cause: 'PER_TRANSACTION_LIMIT' } });
      const listed = await orThrow(platform.client.GET('/agents/approvals'));
      expect(listed.data.map(({ id }) => id)).toEqual([unwanted.id, waiting.id]);
      const approved = await orThrow(
        platform.client.POST('/agents/{agentId}/actions/{actionId}/approve', {
          params: { path: { agentId, actionId: waiting.id } },
        }),
      );
      expect(approved).toMatchObject({ status: 'APPROVED', transaction: { status: 'PROCESSING' } });
      const params = { path: { agentId, actionId: unwanted.id } };
      const body = { reason: 'The bill was paid by card.' };
      await orThrow(platform.client.POST('/agents/{agentId}/actions/{actionId}/reject', { params, body }));
      expect(await (await call(`/actions/${unwanted.id}`)).json()).toMatchObject({ rejectionReason: body.reason });
      const again = await refusalOf(platform.client.POST('/agents/{agentId}/actions/{actionId}/approve', { params }));
      expect(again).toMatchObject({ status: 409, code: 'CONFLICT' });
      expect(((await (await call('/actions')).json()) as { data: unknown[] }).data).toHaveLength(3);
      const read = orThrow(platform.client.GET('/agents/{agentId}/actions/{actionId}', { params }));
      expect(await read).toMatchObject({ status: 'REJECTED', rejectionReason: body.reason });
      expect(await decided(platform, agentId, 'REJECTED')).toEqual([unwanted.id]);
      expect(await decided(platform, agentId, 'APPROVED')).toHaveLength(2);
      const query = { agentId, status: 'PROCESSING' } as const;
      const paid = await orThrow(platform.client.GET('/transactions', { params: { query } }));
      expect(paid.data).toHaveLength(2);
      await platform.advance(60 * 60_000);
      const told = platform.webhooks.about(waiting.id).map(({ event }) => event.type);
      expect(told).toEqual(['AGENT_ACTION.PENDING_APPROVAL']);
    });

    stateful('transfers money of its customer, reads it, and deletes a payee', async (platform) => {
      const { accountId, payee, call } = await openAgent(platform);
      const out = { source: { accountId }, destination: { accountId: payee }, amount: 1_000 };
      expect((await call('/transfer-out', { method: 'POST', body: out })).status).toBe(201);
      const pull = { source: { accountId: payee }, destination: { accountId }, amount: 1_000 };
      const action = (await (await call('/transfer-in', { method: 'POST', body: pull })).json()) as AgentAction;
      expect(action).toMatchObject({ type: 'TRANSFER_IN', status: 'APPROVED' });
      expect((await call(`/transactions/${action.transaction?.id}`)).status).toBe(200);
      for (const path of ['/transactions', '/internal-accounts', '/external-accounts', `/external-accounts/${payee}`])
        expect((await call(path)).status).toBe(200);
      expect((await call(`/external-accounts/${payee}`, { method: 'DELETE' })).status).toBe(204);
      expect((await call(`/external-accounts/${payee}`)).status).toBe(404);
    });
  });
}
