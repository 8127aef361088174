import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { upload } from '../../../test/documents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import {
  consent,
  fund,
  makeGbpAccount,
  makeSender,
  makeUsdAccount,
  platformAccountOf,
  quoteBody,
} from '../../../test/parties.ts';
import { completePerson, submit } from '../../../test/verification-packets.ts';

oneEngine('refusing a quote', (start) => {
  it('refuses a quote with END_USER_TERMS_NOT_ACCEPTED until the receiving customer accepts the terms', async () => {
    const server = await start();
    const { body: customer } = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Mary Somerville',
    });
    const to = await makeUsdAccount(server, customer.id);
    const from = await platformAccountOf(server);
    await fund(server, from, 50_000);
    const { customerId: accepted } = await makeSender(server, 'USD', 0);
    const receiving = quoteBody({ from, to });
    const sending = {
      ...quoteBody({ from, to: await makeUsdAccount(server, accepted) }),
      source: { sourceType: 'ACCOUNT', accountId: from, customerId: customer.id },
    };
    for (const body of [receiving, sending]) {
      const refused = await server.request('POST', '/quotes', body);
      expect([refused.status, refused.body.code]).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
    }
    await server.request('PATCH', `/customers/${customer.id}`, {
      customerType: 'INDIVIDUAL',
      endUserTermsConsent: consent,
    });
    for (const body of [receiving, sending]) expect((await server.request('POST', '/quotes', body)).status).toBe(201);
  });

  it.each(['001', '002', '003'])(
    'refuses an unverified customer with USER_NOT_READY: name ending in %s',
    async (suffix) => {
      const server = await start();
      const { body: customer } = await server.request('POST', '/customers', {
        customerType: 'INDIVIDUAL',
        fullName: `Mary Somerville ${suffix}`,
        endUserTermsConsent: consent,
      });
      const { body: accounts } = await server.request('GET', `/customers/internal-accounts?customerId=${customer.id}`);
      const sending = quoteBody({ from: accounts.data[0].id, to: await makeUsdAccount(server, customer.id) });
      const receiver = accounts.data.find(({ balance }: { balance: { currency: { code: string } } }) => {
        return balance.currency.code === 'USD';
      });
      const { accounts: own } = await makeSender(server);
      const receiving = quoteBody({ from: own['USD'] ?? '', to: receiver.id });
      for (const body of [sending, receiving, { ...receiving, immediatelyExecute: true }]) {
        const refused = await server.request('POST', '/quotes', body);
        expect([refused.status, refused.body.code]).toEqual([403, 'USER_NOT_READY']);
      }
    },
  );

  it('refuses a customer with USER_NOT_READY until they are verified', async () => {
    const server = await start({ skipsVerificationPaperwork: false });
    const customerId = await newCustomerId(server, { ...completePerson, endUserTermsConsent: consent });
    await upload(server, customerId);
    const to = await makeUsdAccount(server, customerId);
    const from = await platformAccountOf(server);
    await fund(server, from, 50_000);
    expect((await server.request('POST', '/quotes', quoteBody({ from, to }))).body.code).toBe('USER_NOT_READY');
    await submit(server, customerId);
    expect((await server.request('POST', '/quotes', quoteBody({ from, to }))).status).toBe(201);
  });

  it('accepts customers of a regulated platform without their consent to the terms', async () => {
    const server = await start({ isRegulated: true });
    const { body: customer } = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Mary Somerville',
    });
    const to = await makeUsdAccount(server, customer.id);
    const { body: platform } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    expect((await server.request('POST', '/quotes', quoteBody({ from: platform.data[0].id, to }))).status).toBe(201);
  });

  it('refuses the same account on both sides with SELF_PAYMENT', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: accounts['USD'] ?? '' }),
    );
    expect(body).toMatchObject({ status: 400, code: 'SELF_PAYMENT' });
  });

  it('refuses an unknown account and one of another platform with ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const stranger = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const theirs = await makeSender(stranger);
    const unknown = 'InternalAccount:00000000-0000-7000-8000-000000000000';
    const foreign = theirs.accounts['USD'] ?? '';
    for (const [from, target] of [
      [unknown, to],
      [foreign, to],
      [accounts['USD'] ?? '', unknown],
      [accounts['USD'] ?? '', foreign],
    ] as const) {
      const { status, body } = await server.request('POST', '/quotes', quoteBody({ from, to: target }));
      expect([status, body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    }
  });

  it('refuses an amount of which nothing arrives with AMOUNT_OUT_OF_RANGE', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'MXN');
    const to = await makeGbpAccount(server, customerId);
    const { body } = await server.request('POST', '/quotes', quoteBody({ from: accounts['MXN'] ?? '', to, amount: 1 }));
    expect(body.code).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('refuses a payment worth more than 1,000,000 US dollars', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const fits = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 100_000_000 }),
    );
    const over = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 100_000_001 }),
    );
    expect(fits.status).toBe(201);
    expect([over.status, over.body.code]).toEqual([400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED']);
  });

  it('lets an unproven wallet receive less than 1,000 US dollars only', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USDC', 5_000_000_000);
    const wallet = { accountType: 'ETHEREUM_WALLET', address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' };
    const { body: account } = await server.request('POST', '/customers/external-accounts', {
      customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: wallet,
    });
    expect(account.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const from = accounts['USDC'] ?? '';
    const below = await server.request('POST', '/quotes', quoteBody({ from, to: account.id, amount: 999_000_000 }));
    const above = await server.request('POST', '/quotes', quoteBody({ from, to: account.id, amount: 1_000_000_000 }));
    expect(below.status).toBe(201);
    expect([above.status, above.body.code]).toEqual([400, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED']);
  });

  it('lists every invalid field at once with its constraint', async () => {
    const server = await start();
    const { status, body } = await server.request('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT' },
      destination: { destinationType: 'PIGEON' },
      lockedCurrencySide: 'BOTH',
      lockedCurrencyAmount: 1.5,
      remittanceInformation: 'x'.repeat(81),
    });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    const byField = Object.fromEntries(body.details.errors.map((error: { field: string }) => [error.field, error]));
    expect(byField['source.accountId']).toBeDefined();
    expect(byField['destination.destinationType'].constraint.enum).toEqual(['ACCOUNT', 'UMA_ADDRESS']);
    expect(byField['lockedCurrencySide'].constraint.enum).toEqual(['SENDING', 'RECEIVING']);
    expect(byField['lockedCurrencyAmount']).toBeDefined();
    expect(byField['remittanceInformation'].constraint).toEqual({ maxLength: 80 });
  });
});
