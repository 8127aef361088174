import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';

interface Listed {
  readonly type: string;
  readonly balance: { readonly currency: { readonly code: string } };
}

eachEngine('listing the internal accounts of the platform', (start) => {
  it('shows one account per currency of the platform, on one page', async () => {
    const server = await start();
    const { body } = await server.request('GET', '/platform/internal-accounts');
    const codes = body.data.map((account: Listed) => account.balance.currency.code);
    expect(codes.sort()).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']);
    expect(body).toMatchObject({ hasMore: false, nextCursor: null });
    for (const account of body.data) {
      expect(account).toMatchObject({ status: 'ACTIVE', balance: { amount: 0 } });
      expect(account).not.toHaveProperty('customerId');
      for (const entry of account.fundingPaymentInstructions) expect(entry.isPlatformAccount).toBe(true);
    }
  });

  it('filters by currency and type', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'USDC'] });
    const list = async (query: string): Promise<string[]> => {
      const { body } = await server.request('GET', `/platform/internal-accounts?${query}`);
      return body.data.map((account: Listed) => account.balance.currency.code).sort();
    };
    expect(await list('currency=EUR')).toEqual(['EUR']);
    expect(await list('type=INTERNAL_CRYPTO')).toEqual(['USDC']);
    expect(await list('type=INTERNAL_FIAT')).toEqual(['EUR', 'USD']);
    expect(await list('currency=USD&type=INTERNAL_CRYPTO')).toEqual([]);
  });

  it('leaves out accounts of customers and of other platforms', async () => {
    const server = await start({ currencies: ['USD'] });
    await start({ currencies: ['USD', 'EUR'] });
    await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    expect((await server.request('GET', '/platform/internal-accounts')).body.data).toHaveLength(1);
  });

  it('refuses an unknown type', async () => {
    const server = await start();
    expect(await server.request('GET', '/platform/internal-accounts?type=SAVINGS')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});
