import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, eventsOf, makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';

oneEngine('creating a quote', (start) => {
  it('prices a locked sending amount: fees first, rounded up, then conversion, rounded down', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeMxnAccount(server, customerId);
    const { status, body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 10_001 }),
    );
    expect(status).toBe(201);
    // 50 bps of 10001 is 50.005, up 51; (10001 - 51) / 0.0541 = 183918.66…
    expect(body).toMatchObject({
      status: 'PENDING',
      totalSendingAmount: 10_001,
      feesIncluded: 51,
      platformFeesIncluded: 0,
      totalReceivingAmount: 183_918,
      exchangeRate: 0.0541,
      sendingCurrency: { code: 'USD', decimals: 2 },
      receivingCurrency: { code: 'MXN', decimals: 2 },
    });
  });

  it('prices a locked receiving amount at the same fee rate', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeMxnAccount(server, customerId);
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, amount: 183_937, side: 'RECEIVING' }),
    );
    // 183937 × 0.0541 = 9950.99…, up 9951; base 9951 / 0.995 = 10001.005; fee 50.005, up 51.
    expect(body).toMatchObject({ totalReceivingAmount: 183_937, totalSendingAmount: 10_002, feesIncluded: 51 });
  });

  it('prices a payment in one currency at rate 1, with its fees', async () => {
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

  it('applies a platformFeeOverride, rounded on its own and included in the fees', async () => {
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

  it('applies the standing platform fee to conversions from USD and not within one currency', async () => {
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

  it('refuses a platform fee on a source other than USD and a fee in another currency', async () => {
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

  it('creates the PENDING transaction at once and emits one event', async () => {
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

  it('makes a payment to an internal account INCOMING', async () => {
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

  it('holds the price for 5 minutes on an instant rail and for 15 minutes on a slower one', async () => {
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

  it('uses the default rail of the account, or the rail that the request names', async () => {
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

  it('executes in the same request with immediatelyExecute and debits at once', async () => {
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

  it('refuses immediatelyExecute without funds and leaves no transaction', async () => {
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
});
