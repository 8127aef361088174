import { randomUUID } from 'node:crypto';
import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { StablecoinId, StablecoinProviderAccountId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const second = 1_000;

const keyed = (key: string = randomUUID()) => ({ header: { 'Idempotency-Key': key } });

function link(client: PaymentsClient, apiClientSecret = 'sandbox-provider-secret', apiClientId = 'client_7k3m9q2x') {
  const body = { provider: 'STABLECOIN_ISSUER', apiClientId, apiClientSecret } as const;
  return client.POST('/stablecoin-provider-accounts', { params: keyed(), body });
}

function register(client: PaymentsClient, token = 'EXD', stablecoinProviderAccountId?: StablecoinProviderAccountId) {
  const body = {
    providerTokenIdentifier: token,
    networkTokenIdentifier: `btkn1${token.toLowerCase()}7k3m9q2x`,
    network: 'SPARK',
    ...(stablecoinProviderAccountId && { stablecoinProviderAccountId }),
  } as const;
  return client.POST('/stablecoins', { params: keyed(), body });
}

const read = (client: PaymentsClient, stablecoinId: StablecoinId) =>
  orThrow(client.GET('/stablecoins/{stablecoinId}', { params: { path: { stablecoinId } } }));

const requestEnablement = (client: PaymentsClient, stablecoinId: StablecoinId) =>
  client.POST('/stablecoins/{stablecoinId}/service-operations/enablement-request', {
    params: { path: { stablecoinId } },
  });

const unknownLink: StablecoinProviderAccountId = 'StablecoinProviderAccount:00000000-0000-7000-8000-000000000000';

export function stablecoinCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no tokens');

  describe('a stablecoin', () => {
    scenario('is registered over a linked provider account, read and listed', async ({ client }) => {
      const account = await orThrow(link(client));
      expect(account.status).toBe('ACTIVE');
      const path = { stablecoinProviderAccountId: account.id };
      const params = { path };
      const shown = await orThrow(
        client.GET('/stablecoin-provider-accounts/{stablecoinProviderAccountId}', { params }),
      );
      expect(shown.id).toBe(account.id);
      const links = await orThrow(client.GET('/stablecoin-provider-accounts', { params: { query: { limit: 5 } } }));
      expect(links.data.map(({ id }) => id)).toEqual([account.id]);
      const stablecoin = await orThrow(register(client));
      expect(stablecoin).toMatchObject({ symbol: 'EXD', decimals: 6, stablecoinProviderAccountId: account.id });
      expect((await read(client, stablecoin.id)).id).toBe(stablecoin.id);
      const listed = await orThrow(client.GET('/stablecoins', { params: { query: { limit: 5 } } }));
      expect(listed.data.map(({ id }) => id)).toEqual([stablecoin.id]);
    });

    stateful('is provisioned, and enabled after the approval of the operator', async ({ client, advance }) => {
      await orThrow(link(client));
      const { id } = await orThrow(register(client));
      await advance(4 * second);
      expect(await read(client, id)).toMatchObject({
        issuanceStatus: 'PROVISIONED',
        serviceOperationsStatus: 'NOT_ENABLED',
      });
      for (const _ of ['first', 'again']) {
        const requested = await orThrow(requestEnablement(client, id));
        expect(requested.serviceOperationsStatus).toBe('PENDING_APPROVAL');
      }
      await advance(5 * second);
      expect((await read(client, id)).serviceOperationsStatus).toBe('ENABLING');
      expect(await refusalOf(requestEnablement(client, id))).toMatchObject({
        status: 409,
        code: 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE',
      });
      await advance(5 * second);
      expect(await read(client, id)).toMatchObject({ serviceOperationsStatus: 'ENABLED', currency: 'EXD' });
    });

    stateful('is refused for a missing or invalid provider account or token', async ({ client }) => {
      const code = async (asked: ReturnType<typeof register>) => (await refusalOf(asked)).code;
      expect(await code(register(client))).toBe('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND');
      expect(await code(register(client, 'EXD', unknownLink))).toBe('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND');
      for (const [secret, status] of [
        ['secret-005', 'INVALID'],
        ['secret-006', 'REVOKED'],
      ] as const) {
        const { id } = await orThrow(link(client, secret, secret));
        expect(await code(register(client, 'EXD', id))).toBe(`STABLECOIN_PROVIDER_ACCOUNT_${status}`);
        const query = { status, provider: 'STABLECOIN_ISSUER' } as const;
        const found = await orThrow(client.GET('/stablecoin-provider-accounts', { params: { query } }));
        expect(found.data.map((row) => row.id)).toEqual([id]);
      }
      const one = await orThrow(link(client, 'one', 'client-one'));
      expect(await code(register(client, 'EXD004'))).toBe('STABLECOIN_VERIFICATION_FAILED');
      expect(await code(register(client, 'EXD009'))).toBe('STABLECOIN_PROVIDER_ERROR');
      await orThrow(register(client));
      expect(await code(register(client))).toBe('STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS');
      expect(await code(register(client, 'EXD003'))).toBe('STABLECOIN_SYMBOL_ALREADY_EXISTS');
      await orThrow(link(client, 'two', 'client-two'));
      expect(await code(register(client, 'EXE'))).toBe('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED');
      await orThrow(register(client, 'EXE', one.id));
    });

    stateful('is created once per Idempotency-Key', async ({ client }) => {
      const params = keyed('one-intent');
      const body = { provider: 'STABLECOIN_ISSUER', apiClientId: 'a', apiClientSecret: 'b' } as const;
      const first = await orThrow(client.POST('/stablecoin-provider-accounts', { params, body }));
      expect(await orThrow(client.POST('/stablecoin-provider-accounts', { params, body }))).toEqual(first);
      const other = { ...body, apiClientId: 'c' };
      expect(await refusalOf(client.POST('/stablecoin-provider-accounts', { params, body: other }))).toMatchObject({
        status: 409,
        code: 'CONFLICT',
      });
      const token = { providerTokenIdentifier: 'EXD', networkTokenIdentifier: 'btkn1exd', network: 'SPARK' } as const;
      await orThrow(client.POST('/stablecoins', { params, body: token }));
      const another = { ...token, providerTokenIdentifier: 'EXE' };
      expect((await refusalOf(client.POST('/stablecoins', { params, body: another }))).code).toBe('CONFLICT');
    });
  });

  describe('a provider account', () => {
    stateful('is linked only with credentials that the provider accepts', async ({ client }) => {
      const code = async (secret: string) => (await refusalOf(link(client, secret))).code;
      expect(await code('secret-002')).toBe('STABLECOIN_PROVIDER_ACCOUNT_INVALID');
      expect(await code('secret-003')).toBe('STABLECOIN_PROVIDER_ERROR');
      expect(refusedFields(await refusalOf(link(client, 'secret-004')))).toEqual(['providerAccountId']);
      await orThrow(link(client));
      expect(await refusalOf(link(client))).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    stateful('is filtered only by existing values', async ({ client, send }) => {
      await orThrow(link(client));
      for (const path of ['/stablecoin-provider-accounts?status=GONE', '/stablecoins?issuanceStatus=GONE'])
        expect((await send({ method: 'GET', path })).status).toBe(400);
      const query = { issuanceStatus: 'REJECTED', serviceOperationsStatus: 'ENABLED' } as const;
      expect(await orThrow(client.GET('/stablecoins', { params: { query } }))).toMatchObject({ data: [] });
    });
  });
}
