import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const consenting = { ...person, endUserTermsConsent: consent };
const unknownId = 'Customer:00000000-0000-7000-8000-000000000000';

interface Listed {
  readonly id: string;
  readonly customerId?: string;
  readonly balance: { readonly currency: { readonly code: string } };
}

function codesOf(data: Listed[]): string[] {
  return data.map((account) => account.balance.currency.code).sort();
}

eachEngine('listing the internal accounts of customers', (start) => {
  it('returns every field of an account', async () => {
    const server = await start({ currencies: ['USD'] });
    const customerId = await newCustomerId(server, consenting);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^InternalAccount:/),
          customerId,
          type: 'INTERNAL_FIAT',
          status: 'ACTIVE',
          balance: { amount: 0, currency: usd },
          totalBalance: { amount: 0, currency: usd },
          fundingPaymentInstructions: [
            expect.objectContaining({
              accountOrWalletInfo: expect.objectContaining({ accountType: 'USD_ACCOUNT' }),
              isPlatformAccount: false,
            }),
          ],
          createdAt: '2025-01-01T00:00:00.000Z',
          updatedAt: '2025-01-01T00:00:00.000Z',
        },
      ],
      hasMore: false,
      nextCursor: null,
    });
  });

  it('filters by customer, currency, type and status, alone and together', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'BTC'] });
    const first = await newCustomerId(server, consenting);
    await newCustomerId(server, consenting);
    const list = async (query: string): Promise<Listed[]> =>
      (await server.request('GET', `/customers/internal-accounts?${query}`)).body.data;
    expect(await list('')).toHaveLength(6);
    expect(codesOf(await list(`customerId=${first}`))).toEqual(['BTC', 'EUR', 'USD']);
    expect(codesOf(await list('currency=EUR'))).toEqual(['EUR', 'EUR']);
    expect(codesOf(await list('type=INTERNAL_CRYPTO'))).toEqual(['BTC', 'BTC']);
    expect(codesOf(await list(`customerId=${first}&type=INTERNAL_FIAT&currency=USD`))).toEqual(['USD']);
    expect(await list(`customerId=${unknownId}`)).toEqual([]);
    expect(await list('type=EMBEDDED_WALLET')).toEqual([]);
    const [frozen] = await list(`customerId=${first}&currency=EUR`);
    await server.request('POST', `/sandbox/internal-accounts/${frozen?.id}/status`, { status: 'FROZEN' });
    expect((await list('status=FROZEN')).map(({ id }) => id)).toEqual([frozen?.id]);
    expect(codesOf(await list(`status=ACTIVE&customerId=${first}`))).toEqual(['BTC', 'USD']);
    expect(await list('status=FROZEN&currency=USD')).toEqual([]);
  });

  it('leaves out accounts of the platform itself and of other platforms', async () => {
    const server = await start({ currencies: ['USD'] });
    const other = await start({ currencies: ['USD'] });
    const foreign = await newCustomerId(other, consenting);
    expect((await server.request('GET', '/customers/internal-accounts')).body.data).toEqual([]);
    expect((await server.request('GET', `/customers/internal-accounts?customerId=${foreign}`)).body.data).toEqual([]);
  });

  it('returns pages by cursor, newest first', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'GBP'] });
    await newCustomerId(server, consenting);
    await server.advance(1000);
    await newCustomerId(server, consenting);
    const everything = await server.request('GET', '/customers/internal-accounts');
    const ids: string[] = everything.body.data.map((account: Listed) => account.id);
    expect(everything.body.data.map((account: { createdAt: string }) => account.createdAt.slice(17, 19))).toEqual([
      '01',
      '01',
      '01',
      '00',
      '00',
      '00',
    ]);
    const walked: string[] = [];
    let cursor = '';
    do {
      const page = await server.request('GET', `/customers/internal-accounts?limit=4${cursor}`);
      walked.push(...page.body.data.map((account: Listed) => account.id));
      cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`;
    } while (cursor !== '');
    expect(walked).toEqual(ids);
  });

  it.each(['type=SAVINGS', 'status=LOST', 'customerId=ada', 'currency=usd', 'limit=0', 'cursor=nonsense'])(
    'refuses %s',
    async (query) => {
      const server = await start();
      const answer = await server.request('GET', `/customers/internal-accounts?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
    },
  );

  it('needs the permission VIEW', async () => {
    const server = await start();
    const manager = await server.withToken(['MANAGE', 'TRANSACT']);
    expect((await manager.request('GET', '/customers/internal-accounts')).body.code).toBe('FORBIDDEN');
  });
});
