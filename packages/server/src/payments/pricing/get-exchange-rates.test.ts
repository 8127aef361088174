import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import type { TestServer } from '../../../test/test-server.ts';

// Tests look into rows whose shape the response check has validated.
// biome-ignore lint/suspicious/noExplicitAny: see above
async function rates(server: TestServer, query: string): Promise<any[]> {
  const answer = await server.request('GET', `/exchange-rates${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const pairs = (rows: Awaited<ReturnType<typeof rates>>) =>
  rows.map((row) =>
    [row.sourceCurrency.code, row.destinationCurrency.code, row.destinationPaymentRail].filter(Boolean).join(' '),
  );

async function setFee(server: TestServer, variableFeeBps: number, amount: number): Promise<void> {
  const fixedFee = { amount, currency: 'USD' };
  await server.request('PATCH', '/config', {
    feeConfigs: [{ feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps, fixedFee }],
  });
}

oneEngine('comparing exchange rates', (start) => {
  it('returns the amount received after fees, one row per rail', async () => {
    const server = await start();
    const rows = await rates(server, '?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=20000');
    expect(pairs(rows)).toEqual(['USD EUR SEPA', 'USD EUR SEPA_INSTANT', 'USD EUR SWIFT']);
    // 20000 less half a percent is 19900; at 1.0842 dollars a euro that buys 18354.55, which rounds down.
    expect(rows[0]).toEqual({
      sourceCurrency: { code: 'USD', name: expect.any(String), symbol: '$', decimals: 2 },
      sendingAmount: 20_000,
      minSendingAmount: expect.any(Number),
      maxSendingAmount: 100_000_000,
      destinationCurrency: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
      destinationPaymentRail: 'SEPA',
      receivingAmount: 18_354,
      exchangeRate: 1.0842,
      fees: { fixed: 0, total: 100 },
      updatedAt: '2025-01-01T00:00:00.000Z',
    });
  });

  it('uses 100.00 as the amount when none is given', async () => {
    const server = await start();
    const [row] = await rates(server, '?sourceCurrency=USD&destinationCurrency=MXN');
    expect(row).toMatchObject({
      sendingAmount: 10_000,
      fees: { total: 50 },
      exchangeRate: 0.0541,
      destinationPaymentRail: 'SPEI',
    });
  });

  it('takes several destinations, each once, and returns crypto assets without a rail', async () => {
    const server = await start();
    const rows = await rates(
      server,
      '?sourceCurrency=USD&destinationCurrency=GBP&destinationCurrency=BTC&destinationCurrency=GBP',
    );
    expect(pairs(rows)).toEqual(['USD BTC', 'USD GBP FASTER_PAYMENTS', 'USD GBP SWIFT']);
    expect(rows[0]).toMatchObject({ exchangeRate: 97_250, receivingAmount: 102_313 });
  });

  it('uses the currencies of the platform when none are named, and pairs no currency with itself', async () => {
    const server = await start({ currencies: ['USD', 'INR', 'USDC'] });
    // Dollars also reach accounts in El Salvador, by bank or phone, and any bank over SWIFT.
    const dollarRails = ['ACH', 'BANK_TRANSFER', 'FEDNOW', 'MOBILE_MONEY', 'RTP', 'SWIFT', 'WIRE'];
    const rupeeRails = ['NEFT', 'RTGS', 'UPI'];
    expect(pairs(await rates(server, ''))).toEqual([
      ...dollarRails.map((rail) => `INR USD ${rail}`),
      'INR USDC',
      ...rupeeRails.map((rail) => `USD INR ${rail}`),
      'USD USDC',
      ...rupeeRails.map((rail) => `USDC INR ${rail}`),
      ...dollarRails.map((rail) => `USDC USD ${rail}`),
    ]);
    expect(pairs(await rates(server, '?sourceCurrency=GBP&destinationCurrency=GBP'))).toEqual([]);
  });

  it('includes the standing platform fee on a conversion out of USD only', async () => {
    const server = await start();
    await setFee(server, 30, 50);
    const [dollars] = await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP&sendingAmount=1000');
    // Of the 950 that the fixed fee leaves: 2.85 → 3 for the platform and 4.75 → 5 for the service.
    expect(dollars.fees).toEqual({ fixed: 50, total: 58 });
    const [euros] = await rates(server, '?sourceCurrency=EUR&destinationCurrency=GBP&sendingAmount=1000');
    expect(euros.fees).toEqual({ fixed: 0, total: 5 });
  });

  it('returns limits within which a quote has a price and outside of which it is refused', async () => {
    const server = await start();
    await setFee(server, 0, 50);
    const [row] = await rates(server, '?sourceCurrency=USD&destinationCurrency=EUR');
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const { body: accounts } = await server.request(
      'GET',
      `/customers/internal-accounts?customerId=${customerId}&currency=USD`,
    );
    const { body: payee } = await server.request('POST', '/customers/external-accounts', {
      ...sampleAccount('EUR_ACCOUNT'),
      customerId,
    });
    const quote = (lockedCurrencyAmount: number) =>
      server.request('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: accounts.data[0].id },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      });
    expect((await quote(row.minSendingAmount)).status).toBe(201);
    expect((await quote(row.minSendingAmount - 1)).body.code).toBe('AMOUNT_OUT_OF_RANGE');
    expect((await quote(row.maxSendingAmount)).status).toBe(201);
    expect((await quote(row.maxSendingAmount + 1)).body.code).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
  });

  it('returns a receivingAmount of 0 when fees leave less than one unit to receive', async () => {
    const server = await start();
    await setFee(server, 0, 50);
    // Of 52, one cent is the service's own fee and one remains, which is less than a penny.
    for (const sendingAmount of [0, 1, 50, 51, 52]) {
      const [row] = await rates(server, `?sourceCurrency=USD&destinationCurrency=GBP&sendingAmount=${sendingAmount}`);
      expect(row).toMatchObject({
        sendingAmount,
        receivingAmount: 0,
        fees: { fixed: 50, total: 50 },
        minSendingAmount: 53,
      });
    }
  });

  it('leaves out a pair whose fees or limits leave no amount to send', async () => {
    const server = await start();
    for (const [variableFeeBps, amount] of [
      [9_950, 0],
      [0, 100_000_000],
    ] as const) {
      await setFee(server, variableFeeBps, amount);
      expect(await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP')).toEqual([]);
    }
    await setFee(server, 9_949, 0);
    expect(await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP')).toHaveLength(2);
  });

  it('keeps rates for five minutes', async () => {
    const server = await start();
    const [first] = await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP');
    await server.advance(4 * 60_000 + 59_000);
    const [kept] = await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP');
    expect(kept.updatedAt).toBe(first.updatedAt);
    await server.advance(1_000);
    const [fresh] = await rates(server, '?sourceCurrency=USD&destinationCurrency=GBP');
    expect(fresh.updatedAt).toBe('2025-01-01T00:05:00.000Z');
  });

  it('refuses an unknown currency with INVALID_CURRENCY', async () => {
    const server = await start();
    for (const query of ['sourceCurrency=XXX', 'sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=XXX']) {
      expect(await server.request('GET', `/exchange-rates?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CURRENCY' },
      });
    }
  });

  it('refuses an invalid sendingAmount and one that converts to more than an amount can hold', async () => {
    const server = await start();
    for (const sendingAmount of ['-1', '1.5', 'ten', '9007199254740992', '9007199254740991']) {
      const answer = await server.request(
        'GET',
        `/exchange-rates?sourceCurrency=USD&destinationCurrency=USDC&sendingAmount=${sendingAmount}`,
      );
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain('sendingAmount');
    }
  });
});
