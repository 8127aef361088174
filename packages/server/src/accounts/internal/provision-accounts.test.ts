import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { provisionAccounts } from './provision-accounts.ts';
import type { InternalAccountRow } from './tables.ts';

const customerId = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';

function provision(
  { deps, tenant, clock }: TestServer,
  owner: string | null,
  codes: readonly CurrencyCode[],
): Promise<InternalAccountRow[]> {
  return deps.database.transaction((unit) => provisionAccounts({ unit, tenant, now: clock.now(), deps }, owner, codes));
}

eachEngine('provisioning accounts', (start) => {
  it('opens an active, empty account per currency of the kind that the currency has', async () => {
    const server = await start();
    const opened = await provision(server, customerId, ['USD', 'BTC']);
    expect(opened).toMatchObject([
      { currency: 'USD', type: 'INTERNAL_FIAT', status: 'ACTIVE', balance_minor: 0n, customer_id: customerId },
      { currency: 'BTC', type: 'INTERNAL_CRYPTO', status: 'ACTIVE', balance_minor: 0n, customer_id: customerId },
    ]);
  });

  it('emits a status and a funding instructions event per new account, with sequences 1 and 2', async () => {
    const server = await start();
    const [usd] = await provision(server, customerId, ['USD']);
    const listed = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const told = { resourceId: usd?.id, data: listed.body.data[0] };
    expect(await committedEvents(server, usd?.id)).toEqual([
      { type: 'INTERNAL_ACCOUNT.STATUS_UPDATED', sequence: 1, ...told },
      { type: 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', sequence: 2, ...told },
    ]);
  });

  it('leaves existing accounts unchanged', async () => {
    const server = await start();
    await provision(server, customerId, ['USD']);
    const events = await committedEvents(server);
    const opened = await provision(server, customerId, ['USD', 'EUR']);
    expect(opened.map((account) => account.currency)).toEqual(['EUR']);
    expect(await committedEvents(server)).toHaveLength(events.length + 2);
    expect(await provision(server, customerId, ['USD', 'EUR'])).toEqual([]);
  });

  it('opens one account per currency in four parallel transactions', async () => {
    const server = await start();
    const rounds = await Promise.all([1, 2, 3, 4].map(() => provision(server, customerId, ['USD', 'EUR'])));
    expect(
      rounds
        .flat()
        .map((account) => account.currency)
        .sort(),
    ).toEqual(['EUR', 'USD']);
  });

  it('opens accounts of the platform itself the same way', async () => {
    const server = await start({ currencies: ['USD'] });
    expect(await provision(server, null, ['USD', 'GBP'])).toMatchObject([{ currency: 'GBP', customer_id: null }]);
    expect((await server.request('GET', '/platform/internal-accounts')).body.data).toHaveLength(2);
  });

  it('gives every account a reference of its own', async () => {
    const server = await start();
    const opened = await provision(server, customerId, ['USD', 'EUR', 'GBP', 'MXN']);
    for (const { reference } of opened) expect(reference).toMatch(/^PP[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(new Set(opened.map((account) => account.reference)).size).toBe(4);
  });
});
