import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { pay } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const fridayAfternoon = '2025-03-07T16:00:00.000Z';
const week = 7 * 24 * 60 * 60;

function makeWorld({ client }: Platform) {
  const clock = { now: fridayAfternoon, isFrozen: true };
  return orThrow(client.POST('/sandbox/worlds', { body: { name: 'one test', clock } }));
}

export function sandboxWorldCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock has one platform');

  describe('a sandbox world', () => {
    scenario('is created, listed, read, forked and deleted', async (platform) => {
      const { client } = platform;
      const { id } = await makeWorld(platform);
      const params = { path: { worldId: id } };
      const { data } = await orThrow(client.GET('/sandbox/worlds', { params: { query: { limit: 1 } } }));
      expect(data.map((world) => world.id)).toEqual([id]);
      const world = await orThrow(client.GET('/sandbox/worlds/{worldId}', { params }));
      expect(world).toMatchObject({ id, status: 'READY' });
      expect(world).not.toHaveProperty('token');
      const copy = await orThrow(client.POST('/sandbox/worlds/{worldId}/fork', { params, body: { name: 'copy' } }));
      expect(copy.forkedFrom).toBe(id);
      const own = await orThrow(client.POST('/sandbox/fork', { body: {} }));
      expect(own.forkedFrom).toBeNull();
      const { response } = await client.DELETE('/sandbox/worlds/{worldId}', { params });
      expect(response.status).toBe(204);
    });

    stateful('is empty after a reset and keeps its token', async (platform) => {
      const made = await makeWorld(platform);
      const { clientId: tokenId, clientSecret: tokenSecret } = made.token;
      const client = platform.connect({ credentials: { tokenId, tokenSecret } });
      const { customerId } = await openPayer({ ...platform, client, connect: () => client });
      const params = { path: { customerId } };
      await orThrow(client.GET('/customers/{customerId}', { params }));
      const { response } = await client.POST('/sandbox/reset');
      expect(response.status).toBe(204);
      expect(await refusalOf(client.GET('/customers/{customerId}', { params }))).toMatchObject({
        code: 'CUSTOMER_NOT_FOUND',
      });
      const { webhookPublicKey } = await orThrow(client.GET('/config'));
      expect(webhookPublicKey).toBe(made.webhookPublicKey);
    });

    stateful('has its own customers, money and clock, and returns 401 once deleted', async (platform) => {
      const made = await makeWorld(platform);
      const { clientId: tokenId, clientSecret: tokenSecret } = made.token;
      const credentials = { tokenId, tokenSecret };
      const client = platform.connect({ credentials });
      const world = { ...platform, client, connect: () => client };
      const { customerId, accountId } = await openPayer(world);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const { transactionId } = await pay(client, { from: accountId, to });
      await orThrow(client.POST('/sandbox/clock/advance', { body: { seconds: week } }));
      const params = { path: { transactionId } };
      expect(await orThrow(client.GET('/transactions/{transactionId}', { params }))).toMatchObject({
        status: 'COMPLETED',
        createdAt: fridayAfternoon,
      });
      expect(await refusalOf(platform.client.GET('/transactions/{transactionId}', { params }))).toMatchObject({
        code: 'TRANSACTION_NOT_FOUND',
      });
      await platform.client.DELETE('/sandbox/worlds/{worldId}', { params: { path: { worldId: made.id } } });
      expect(await refusalOf(client.GET('/config'))).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    });
  });
}
