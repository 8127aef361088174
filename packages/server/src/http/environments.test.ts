import { expect, it } from 'vitest';
import { expectStatus } from '../../test/caller.ts';
import { newCustomerId, person } from '../../test/customers.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { servedRequests } from '../../test/served-requests.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';

oneEngine('the two environments of one platform', (start) => {
  it('share one versioned base address and are selected by the credentials alone', async () => {
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

  it('share no data: neither finds a customer, account, quote or token of the other', async () => {
    const [sandbox, production] = [
      await start({ platformId: 'globex' }),
      await start({ platformId: 'globex', environment: 'PRODUCTION', isRegulated: true }),
    ];
    const { customerId, accounts } = await makeSender(sandbox);
    const externalId = await makeUsdAccount(sandbox, customerId);
    const wanted = quoteBody({ from: accounts['USD'] ?? '', to: externalId });
    const quoteId: string = expectStatus(await sandbox.request('POST', '/quotes', wanted), 201).id;
    for (const [path, code] of [
      [`/customers/${customerId}`, 'CUSTOMER_NOT_FOUND'],
      [`/customers/external-accounts/${externalId}`, 'ACCOUNT_NOT_FOUND'],
      [`/quotes/${quoteId}`, 'QUOTE_NOT_FOUND'],
    ] as const) {
      expect((await sandbox.request('GET', path)).status).toBe(200);
      expect(await production.request('GET', path)).toMatchObject({ status: 404, body: { code } });
    }
    expect((await production.request('GET', '/customers')).body.data).toEqual([]);
    expect((await production.request('GET', '/customers/internal-accounts')).body.data).toEqual([]);
    expect((await production.request('GET', '/tokens')).body.data).toHaveLength(1);
    const { body: own } = await production.request('GET', '/platform/internal-accounts');
    expect(own.data.map(({ id }: { id: string }) => id)).not.toContain(accounts['USD']);
    const otherId = await newCustomerId(production, person);
    expect((await production.request('GET', `/customers/${otherId}`)).status).toBe(200);
    expect((await sandbox.request('GET', `/customers/${otherId}`)).status).toBe(404);
    const { body: listed } = await sandbox.request('GET', '/customers');
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([customerId]);
  });

  it('refuse sandbox operations with production credentials with FORBIDDEN', async () => {
    const [sandbox, production] = [
      await start({ platformId: 'initech' }),
      await start({ platformId: 'initech', environment: 'PRODUCTION' }),
    ];
    // Production has no simulations of cards at all, and answers 404 to them.
    const ofSandbox = servedRequests.filter(
      ({ template }) => template.startsWith('/sandbox/') && !template.startsWith('/sandbox/cards/'),
    );
    expect(ofSandbox.length).toBeGreaterThan(10);
    for (const { id, method, path, requiresBody } of ofSandbox) {
      const codeOf = async (server: TestServer) =>
        (await server.request(method, path, requiresBody ? {} : undefined)).body?.code;
      expect([id, await codeOf(production)]).toEqual([id, 'FORBIDDEN']);
      expect([id, await codeOf(sandbox)]).not.toEqual([id, 'FORBIDDEN']);
    }
  });
});
