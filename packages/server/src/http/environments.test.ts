import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { makeSender, makeUsdAccount } from '../../test/parties.ts';
import { basePath } from '../../test/test-server.ts';

const unknownQuote = 'Quote:00000000-0000-7000-8000-000000000000';

oneEngine('the two environments of one platform', (start) => {
  it('are told apart by the credentials alone, at one base address that ends with the version', async () => {
    const [sandbox, production] = [
      await start({ platformId: 'acme' }),
      await start({ platformId: 'acme', environment: 'PRODUCTION' }),
    ];
    expect(basePath).toBe('/2025-10-13');
    for (const [server, environment] of [
      [sandbox, 'SANDBOX'],
      [production, 'PRODUCTION'],
    ] as const) {
      expect(new URL(server.baseUrl).pathname).toBe(basePath);
      expect((await server.request('GET', '/config')).body.environment).toBe(environment);
      const url = server.baseUrl.replace(basePath, '');
      for (const path of ['/config', '/2024-01-01/config', `${basePath}/${basePath}/config`]) {
        expect((await fetch(`${url}${path}`)).status).toBe(404);
      }
    }
  });

  it('share nothing: what one has, the other does not find', async () => {
    const [sandbox, production] = [
      await start({ platformId: 'globex' }),
      await start({ platformId: 'globex', environment: 'PRODUCTION' }),
    ];
    const { customerId, accounts } = await makeSender(sandbox);
    const externalId = await makeUsdAccount(sandbox, customerId);
    for (const [path, code] of [
      [`/customers/${customerId}`, 'CUSTOMER_NOT_FOUND'],
      [`/customers/external-accounts/${externalId}`, 'ACCOUNT_NOT_FOUND'],
      [`/quotes/${unknownQuote}`, 'QUOTE_NOT_FOUND'],
    ] as const) {
      expect(await production.request('GET', path)).toMatchObject({ status: 404, body: { code } });
    }
    expect((await production.request('GET', '/customers')).body.data).toEqual([]);
    expect((await production.request('GET', '/customers/internal-accounts')).body.data).toEqual([]);
    expect((await production.request('GET', '/tokens')).body.data).toHaveLength(1);
    const { body: own } = await production.request('GET', '/platform/internal-accounts');
    expect(own.data.map(({ id }: { id: string }) => id)).not.toContain(accounts['USD']);
  });

  it('let sandbox operations be used with sandbox credentials only', async () => {
    const production = await start({ platformId: 'initech', environment: 'PRODUCTION' });
    const { body } = await production.request('GET', '/platform/internal-accounts');
    for (const path of ['/sandbox/webhooks/test', `/sandbox/internal-accounts/${body.data[0].id}/fund`]) {
      expect(await production.request('POST', path, { amount: 1 })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    }
  });
});
