import { orThrow } from '@payments-platform/client';
import type { Permission, TokenId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Credentials, Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function issueToken(
  { client }: Platform,
  permissions: [Permission, ...Permission[]],
): Promise<{ id: TokenId; credentials: Credentials }> {
  const token = await orThrow(client.POST('/tokens', { body: { name: permissions.join(' and '), permissions } }));
  return { id: token.id, credentials: { tokenId: token.clientId, tokenSecret: token.clientSecret } };
}

async function payable(platform: Platform) {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return quoteRequest({ from: accountId, to });
}

export function tokenCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock takes any credentials');

  describe('a token', () => {
    scenario('shows its secret only at its creation', async (platform) => {
      const { id: tokenId } = await issueToken(platform, ['VIEW']);
      const token = await orThrow(platform.client.GET('/tokens/{tokenId}', { params: { path: { tokenId } } }));
      expect(token).not.toHaveProperty('clientSecret');
    });

    stateful('with VIEW reads, and with TRANSACT pays', async (platform) => {
      const body = await payable(platform);
      const viewer = platform.connect({ credentials: (await issueToken(platform, ['VIEW'])).credentials });
      await orThrow(viewer.GET('/transactions'));
      const payer = platform.connect({ credentials: (await issueToken(platform, ['TRANSACT'])).credentials });
      const quote = await orThrow(createQuote(payer, body));
      await orThrow(executeQuote(payer, quote.id));
    });

    stateful('without MANAGE is refused the configuration and new tokens', async (platform) => {
      const { credentials } = await issueToken(platform, ['VIEW', 'TRANSACT']);
      const client = platform.connect({ credentials });
      expect(await refusalOf(client.PATCH('/config', { body: { umaDomain: 'pay.example.com' } }))).toMatchObject({
        code: 'FORBIDDEN',
      });
      expect(
        await refusalOf(client.POST('/tokens', { body: { name: 'more', permissions: ['MANAGE'] } })),
      ).toMatchObject({ code: 'FORBIDDEN' });
    });

    stateful('returns UNAUTHORIZED once it is revoked', async (platform) => {
      const { id: tokenId, credentials } = await issueToken(platform, ['VIEW', 'TRANSACT', 'MANAGE']);
      const client = platform.connect({ credentials });
      const body = await payable(platform);
      const quote = await orThrow(createQuote(client, body));
      await platform.client.DELETE('/tokens/{tokenId}', { params: { path: { tokenId } } });
      for (const call of [
        client.GET('/config'),
        client.GET('/quotes/{quoteId}', { params: { path: { quoteId: quote.id } } }),
        createQuote(client, body),
        executeQuote(client, quote.id),
        client.PATCH('/config', { body: { umaDomain: 'pay.example.com' } }),
        client.POST('/tokens', { body: { name: 'again', permissions: ['MANAGE'] } }),
      ])
        expect(await refusalOf(call)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
      const gone = await refusalOf(platform.client.GET('/tokens/{tokenId}', { params: { path: { tokenId } } }));
      expect(gone).toMatchObject({ status: 404, code: 'TOKEN_NOT_FOUND' });
      const { data } = await orThrow(platform.client.GET('/tokens'));
      expect(data.map(({ id }) => id)).not.toContain(tokenId);
    });

    stateful('with a wrong secret, or without one, is refused', async (platform) => {
      const { credentials } = await issueToken(platform, ['VIEW']);
      const client = platform.connect({ credentials: { ...credentials, tokenSecret: 'guess' } });
      expect(await refusalOf(client.GET('/config'))).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
      const answer = await platform.send({ method: 'GET', path: '/config', headers: { authorization: '' } });
      expect(answer.status).toBe(401);
    });

    stateful('sees nothing of another platform', async (platform) => {
      const quote = await orThrow(createQuote(platform.client, await payable(platform)));
      const stranger = await target.newPlatform();
      const refusal = await refusalOf(
        stranger.client.GET('/quotes/{quoteId}', { params: { path: { quoteId: quote.id } } }),
      );
      expect(refusal).toMatchObject({ status: 404, code: 'QUOTE_NOT_FOUND' });
      expect((await orThrow(stranger.client.GET('/transactions'))).data).toEqual([]);
      await stranger.close();
    });
  });
}
