import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';

const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
const mxn = { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 };

interface Parties {
  readonly from: string;
  readonly to: string;
}

async function dollarsToDollars(server: TestServer): Promise<Parties> {
  const { customerId, accounts } = await makeSender(server);
  return { from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) };
}

async function dollarsToPesos(server: TestServer): Promise<Parties> {
  const { customerId, accounts } = await makeSender(server);
  return { from: accounts['USD'] ?? '', to: await makeMxnAccount(server, customerId) };
}

/** The stored fields of a payment that are never shown. */
async function storedTransaction(server: TestServer, id: string): Promise<Record<string, unknown> | undefined> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db.selectFrom('transactions').selectAll().where('tenant', '=', server.tenant).where('id', '=', id),
    ),
  );
  return rows[0];
}

oneEngine('the fields of a quote', (start) => {
  it('are all returned, with amounts as integers and currencies as objects', async () => {
    const server = await start();
    const { from, to } = await dollarsToPesos(server);
    const request = quoteBody({ from, to, extra: { description: 'Rent for January' } });
    const { status, body } = await server.request('POST', '/quotes', request);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^Quote:[0-9a-f-]{36}$/),
      status: 'PENDING',
      createdAt: '2025-01-01T00:00:00.000Z',
      expiresAt: '2025-01-01T00:05:00.000Z',
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      sendingCurrency: usd,
      receivingCurrency: mxn,
      totalSendingAmount: 10_000,
      totalReceivingAmount: 183_918,
      exchangeRate: 0.0541,
      feesIncluded: 50,
      platformFeesIncluded: 0,
      transactionId: expect.stringMatching(/^Transaction:[0-9a-f-]{36}$/),
      description: 'Rent for January',
      rateDetails: {
        counterpartyMultiplier: 1,
        counterpartyFixedFee: 0,
        serviceApiMultiplier: 0.0541,
        serviceApiFixedFee: 0,
        serviceApiVariableFeeRate: 0.005,
        serviceApiVariableFeeAmount: 50,
      },
    });
    expect((await server.request('GET', `/quotes/${body.id}`)).body).toEqual(body);
  });

  it('omit description, scaChallenge and paymentInstructions when they do not apply', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/quotes', quoteBody(await dollarsToDollars(server)));
    for (const field of ['description', 'scaChallenge', 'paymentInstructions']) expect(body).not.toHaveProperty(field);
  });

  it('keep the price when rates and fees change before execution', async () => {
    let rates: RateSource = createSandboxRates();
    const server = await start({ deps: { rates: { ...rates, rateFor: (...pair) => rates.rateFor(...pair) } } });
    const { from, to } = await dollarsToPesos(server);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    rates = { ...rates, rateFor: (_sending, _receiving, now) => ({ rate: '0.09', updatedAt: now }) };
    const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 900 };
    await server.request('PATCH', '/config', { feeConfigs: [{ ...fee, fixedFee: { amount: 1, currency: 'USD' } }] });
    const { body: executed } = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect(executed).toEqual({ ...quote, status: 'PROCESSING' });
    expect(await balanceOf(server, from)).toBe(990_000);
    const { body: transaction } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(transaction.receivedAmount.amount).toBe(quote.totalReceivingAmount);
  });
});

oneEngine('the fields of a quote request', (start) => {
  it.each(['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'])('require %s', async (field) => {
    const server = await start();
    const { [field]: _left, ...incomplete } = quoteBody(await dollarsToDollars(server)) as Record<string, unknown>;
    const answer = await server.request('POST', '/quotes', incomplete);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toContain(field);
  });

  it('lock a positive integer amount in smallest units and refuse anything else', async () => {
    const server = await start();
    const ends = await dollarsToDollars(server);
    const send = (lockedCurrencyAmount: unknown) =>
      server.request('POST', '/quotes', { ...quoteBody(ends), lockedCurrencyAmount });
    expect((await send(1_000)).status).toBe(201);
    for (const amount of [0, -1, 12.5, '1000', null, 9_000_000_000_000_001]) {
      const answer = await send(amount);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain('lockedCurrencyAmount');
    }
  });

  it('store up to 80 characters of remittanceInformation and the purposeOfPayment with the payment', async () => {
    const server = await start();
    const ends = await dollarsToDollars(server);
    const extra = { remittanceInformation: 'i'.repeat(80), purposeOfPayment: 'FAMILY_SUPPORT' };
    const { status, body } = await server.request('POST', '/quotes', quoteBody({ ...ends, extra }));
    expect(status).toBe(201);
    expect(await storedTransaction(server, body.transactionId)).toMatchObject({
      remittance_information: 'i'.repeat(80),
      purpose_of_payment: 'FAMILY_SUPPORT',
    });
    const longer = { remittanceInformation: 'i'.repeat(81) };
    const answer = await server.request('POST', '/quotes', quoteBody({ ...ends, extra: longer }));
    expect(answer.body.details.errors).toMatchObject([
      { field: 'remittanceInformation', constraint: { maxLength: 80 } },
    ]);
  });

  it('refuse an unknown purposeOfPayment and a description that is not text', async () => {
    const server = await start();
    const extra = { purposeOfPayment: 'FUN', description: 7 };
    const answer = await server.request('POST', '/quotes', quoteBody({ ...(await dollarsToDollars(server)), extra }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer).sort()).toEqual(['description', 'purposeOfPayment']);
  });

  it.each([false, undefined])('create without executing when immediatelyExecute is %s', async (immediatelyExecute) => {
    const server = await start();
    const ends = await dollarsToDollars(server);
    const { body } = await server.request('POST', '/quotes', quoteBody({ ...ends, extra: { immediatelyExecute } }));
    expect(body.status).toBe('PENDING');
    expect(await balanceOf(server, ends.from)).toBe(1_000_000);
  });

  it('are ignored when unknown and not returned', async () => {
    const server = await start();
    const { from, to } = await dollarsToDollars(server);
    const { status, body } = await server.request('POST', '/quotes', {
      ...quoteBody({ from, to }),
      source: { sourceType: 'ACCOUNT', accountId: from, secret: 'surprise' },
      destination: { destinationType: 'ACCOUNT', accountId: to, nested: { secret: 'surprise' } },
      surprise: true,
    });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toContain('surprise');
    expect((await server.request('GET', `/transactions/${body.transactionId}`)).text).not.toContain('surprise');
  });

  it('accept SMS_OTP and PASSKEY as scaFactor and refuse TOTP', async () => {
    const server = await start();
    const ends = await dollarsToDollars(server);
    for (const scaFactor of ['SMS_OTP', 'PASSKEY']) {
      const { status, body } = await server.request('POST', '/quotes', quoteBody({ ...ends, extra: { scaFactor } }));
      expect(status).toBe(201);
      expect((await server.request('POST', `/quotes/${body.id}/execute`, { scaFactor })).status).toBe(200);
    }
    const { body: quote } = await server.request('POST', '/quotes', quoteBody(ends));
    const refused = [
      await server.request('POST', '/quotes', quoteBody({ ...ends, extra: { scaFactor: 'TOTP' } })),
      await server.request('POST', `/quotes/${quote.id}/execute`, { scaFactor: 'TOTP' }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual(['scaFactor']);
    }
  });
});

eachEngine('the fields of a quote request', (start) => {
  it('give the same quote when created and executed in one request or in two', async () => {
    const server = await start();
    const ends = await dollarsToPesos(server);
    const atOnce = await server.request('POST', '/quotes', quoteBody({ ...ends, extra: { immediatelyExecute: true } }));
    const { body: quote } = await server.request('POST', '/quotes', quoteBody(ends));
    const inTwo = await server.request('POST', `/quotes/${quote.id}/execute`);
    const { id: _id, transactionId: _transaction, ...first } = atOnce.body;
    const { id: _otherId, transactionId: _otherTransaction, ...second } = inTwo.body;
    expect(first).toEqual(second);
  });
});
