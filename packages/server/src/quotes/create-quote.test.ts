import { expect, it } from 'vitest';
import { eachEngine } from '../../test/each-engine.ts';
import {
  balanceOf,
  consent,
  eventsOf,
  fund,
  makeGbpAccount,
  makeMxnAccount,
  makeSender,
  makeUsdAccount,
  quoteBody,
} from '../../test/parties.ts';

eachEngine('creating a quote', (start) => {
  it('prices a payment with the sending side locked: fees first, then conversion, each rounded half up', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeMxnAccount(server, customerId);
    const { status, body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 10_001 }),
    );
    expect(status).toBe(201);
    // 50 bps of 10001 is 50.005, half up 50; (10001 - 50) / 0.0541 = 183937.15…
    expect(body).toMatchObject({
      status: 'PENDING',
      totalSendingAmount: 10_001,
      feesIncluded: 50,
      platformFeesIncluded: 0,
      totalReceivingAmount: 183_937,
      exchangeRate: 0.0541,
      sendingCurrency: { code: 'USD', decimals: 2 },
      receivingCurrency: { code: 'MXN', decimals: 2 },
    });
  });

  it('prices a payment with the receiving side locked at the same rate of fees', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeMxnAccount(server, customerId);
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 183_937, side: 'RECEIVING' }),
    );
    // 183937 × 0.0541 = 9950.99…, half up 9951; base 9951 / 0.995 = 10001.005; fee 50.005, half up 50.
    expect(body).toMatchObject({ totalReceivingAmount: 183_937, totalSendingAmount: 10_001, feesIncluded: 50 });
  });

  it('prices one currency at rate 1 with the fee fields populated', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const { body } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    expect(body).toMatchObject({
      exchangeRate: 1,
      totalSendingAmount: 10_000,
      feesIncluded: 10,
      platformFeesIncluded: 0,
      totalReceivingAmount: 9_990,
    });
  });

  it('takes the platform fee of an override, rounded on its own and contained in the fees', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeMxnAccount(server, customerId);
    const platformFeeOverride = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 };
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 1_000, extra: { platformFeeOverride } }),
    );
    // Base 1000 - 50 = 950: platform 2.85 → 3 and 50 fixed, service 4.75 → 5.
    expect(body).toMatchObject({ platformFeesIncluded: 53, feesIncluded: 58 });
  });

  it('takes the standing platform fee on conversions from USD and not within one currency', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const feeConfigs = [
      {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: 'USD',
        variableFeeBps: 100,
        fixedFee: { amount: 0, currency: 'USD' },
      },
    ];
    await server.request('PATCH', '/config', { feeConfigs });
    const converted = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: await makeMxnAccount(server, customerId) }),
    );
    const same = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) }),
    );
    expect(converted.body.platformFeesIncluded).toBe(100);
    expect(same.body.platformFeesIncluded).toBe(0);
  });

  it('refuses a platform fee on a source other than USD, and one in another currency', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'EUR');
    const to = await makeUsdAccount(server, customerId);
    const fee = (currency: string): object => ({
      platformFeeOverride: { platformFixedFee: { amount: 1, currency }, platformVariableFeeBps: 0 },
    });
    const fromEuro = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['EUR'] ?? '', to, extra: fee('EUR') }),
    );
    const inEuro = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, extra: fee('EUR') }),
    );
    expect(fromEuro.body).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'platformFeeOverride' }] },
    });
    expect(inEuro.body.details.errors[0].field).toBe('platformFeeOverride.platformFixedFee.currency');
  });

  it('makes the transaction at once, PENDING, and tells it with one event', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, extra: { description: 'rent' } }),
    );
    const { body: transaction } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(transaction).toMatchObject({
      id: quote.transactionId,
      quoteId: quote.id,
      status: 'PENDING',
      type: 'OUTGOING',
      direction: 'DEBIT',
      customerId,
      description: 'rent',
    });
    expect(await eventsOf(server, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING']);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(1_000_000);
  });

  it('keys the type on the destination: an internal account makes the payment INCOMING', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' }),
    );
    const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(body).toMatchObject({ type: 'INCOMING', direction: 'CREDIT' });
    expect(await eventsOf(server, quote.transactionId)).toEqual(['INCOMING_PAYMENT.PENDING']);
  });

  it('holds the price five minutes on an instant rail and fifteen on a slower one', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const instant = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    const destination = { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' };
    const slow = await server.request('POST', '/quotes', {
      ...quoteBody({ from: accounts['USD'] ?? '', to }),
      destination,
    });
    expect(instant.body.expiresAt).toBe('2025-01-01T00:05:00.000Z');
    expect(slow.body.expiresAt).toBe('2025-01-01T00:15:00.000Z');
  });

  it('chooses the default rail of the account and takes the one that is asked for', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const railOf = async (paymentRail?: string): Promise<unknown> => {
      const destination = { destinationType: 'ACCOUNT', accountId: to, ...(paymentRail && { paymentRail }) };
      const { body } = await server.request('POST', '/quotes', {
        ...quoteBody({ from: accounts['USD'] ?? '', to }),
        destination,
      });
      const { body: transaction } = await server.request('GET', `/transactions/${body.transactionId}`);
      return [transaction.paymentRail, transaction.railSelectionMode];
    };
    expect(await railOf()).toEqual(['RTP', 'AUTO']);
    expect(await railOf('WIRE')).toEqual(['WIRE', 'MANUAL']);
  });

  it('refuses a rail that does not reach the account, naming the ones that do', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const destination = { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'PIX' };
    const { body } = await server.request('POST', '/quotes', {
      ...quoteBody({ from: accounts['USD'] ?? '', to }),
      destination,
    });
    expect(body.code).toBe('INVALID_INPUT');
    expect(body.details.errors[0]).toMatchObject({
      field: 'destination.paymentRail',
      constraint: { enum: expect.arrayContaining(['ACH', 'RTP']) },
    });
  });

  it('executes in the same request when asked to, debiting at once', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const { status, body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } }),
    );
    expect([status, body.status]).toEqual([201, 'PROCESSING']);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(990_000);
    expect(await eventsOf(server, body.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
    ]);
  });

  it('refuses immediate execution without funds and leaves nothing behind', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 500);
    const to = await makeUsdAccount(server, customerId);
    const { status, body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } }),
    );
    expect([status, body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect((await server.request('GET', '/transactions')).body.data).toEqual([]);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(500);
  });

  it('refuses a customer who has not accepted the terms, on either side, and serves them once they have', async () => {
    const server = await start();
    const { body: customer } = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Mary Somerville',
    });
    const to = await makeUsdAccount(server, customer.id);
    const { body: platform } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    const from: string = platform.data[0].id;
    await fund(server, from, 50_000);
    const refused = await server.request('POST', '/quotes', quoteBody({ from, to }));
    expect([refused.status, refused.body.code]).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
    await server.request('PATCH', `/customers/${customer.id}`, {
      customerType: 'INDIVIDUAL',
      endUserTermsConsent: consent,
    });
    expect((await server.request('POST', '/quotes', quoteBody({ from, to }))).status).toBe(201);
  });

  it('serves a regulated platform without any consent', async () => {
    const server = await start({ isRegulated: true });
    const { body: customer } = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Mary Somerville',
    });
    const to = await makeUsdAccount(server, customer.id);
    const { body: platform } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    expect((await server.request('POST', '/quotes', quoteBody({ from: platform.data[0].id, to }))).status).toBe(201);
  });

  it('refuses the same account on both sides', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: accounts['USD'] ?? '' }),
    );
    expect(body).toMatchObject({ status: 400, code: 'SELF_PAYMENT' });
  });

  it('answers an unknown account and one of another platform alike', async () => {
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

  it('refuses an amount of which nothing arrives', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'MXN');
    const to = await makeGbpAccount(server, customerId);
    const { body } = await server.request('POST', '/quotes', quoteBody({ from: accounts['MXN'] ?? '', to, amount: 1 }));
    expect(body.code).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('refuses a payment worth more than the corridor takes', async () => {
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

  it('lets an unproved wallet receive below the threshold only', async () => {
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

  it('answers 501 for sources and destinations that are not built', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const realtime = {
      ...quoteBody({ from: '', to }),
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    };
    const uma = {
      ...quoteBody({ from: accounts['USD'] ?? '', to }),
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$ada@uma.example.com' },
    };
    const pull = quoteBody({ from: to, to: accounts['USD'] ?? '' });
    for (const body of [realtime, uma, pull]) {
      const answer = await server.request('POST', '/quotes', body);
      expect([answer.status, answer.body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
    }
  });
});
