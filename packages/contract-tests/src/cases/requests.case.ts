import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { pay } from '../parties/payment.ts';
import { hasState, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

export function requestCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no log');

  describe('the requests of a platform', () => {
    scenario('are listed and read', async (platform) => {
      const { client } = platform;
      const { data: config, response } = await client.GET('/config');
      expect(config).toBeDefined();
      expect(response.headers.get('X-Request-Id')).toMatch(/^ApiRequest:/);
      if (hasState(platform)) await platform.advance(0);
      const { data } = await orThrow(client.GET('/requests', { params: { query: { limit: 1 } } }));
      const [request] = data;
      if (request === undefined) throw new Error('a platform has made a request');
      const params = { path: { requestId: request.id } };
      expect(await orThrow(client.GET('/requests/{requestId}', { params }))).toMatchObject({ id: request.id });
    });

    stateful('are found by the payment they created, and so are its events', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const { transactionId } = await pay(client, { from: accountId, to });
      await platform.advance(0);
      const query = { resourceId: transactionId, method: 'POST' };
      const { data } = await orThrow(client.GET('/requests', { params: { query } }));
      const made = data.at(-1);
      expect(made).toMatchObject({ operationId: 'createQuote', status: 201, code: null });
      const requestId = made?.id ?? 'ApiRequest:none';
      const events = await orThrow(client.GET('/events', { params: { query: { requestId } } }));
      expect(events.data.map(({ resourceId }) => resourceId)).toContain(transactionId);
      expect(events.data.every((event) => event.requestId === requestId)).toBe(true);
    });
  });
}
