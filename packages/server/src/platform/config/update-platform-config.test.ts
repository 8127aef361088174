import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';

const endpoint = 'https://example.com/webhooks';

function currency(currencyCode: string, fields: object = {}) {
  return { currencyCode, minAmount: 100, maxAmount: 1_000_000, requiredCounterpartyFields: [], ...fields };
}

async function testEvents(server: TestServer): Promise<number> {
  return (await committedEvents(server)).filter(({ type }) => type === 'TEST').length;
}

async function ownCurrencies(server: TestServer): Promise<string[]> {
  const { body } = await server.request('GET', '/platform/internal-accounts');
  return body.data.map((account: { balance: { currency: { code: string } } }) => account.balance.currency.code).sort();
}

oneEngine('changing the platform configuration', (start) => {
  it('changes the given fields, keeps the others and returns the whole configuration', async () => {
    const server = await start();
    const { body: before } = await server.request('GET', '/config');
    await server.advance(60_000);
    const { status, body } = await server.request('PATCH', '/config', { umaDomain: 'pay.example.com' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, umaDomain: 'pay.example.com', updatedAt: '2025-01-01T00:01:00.000Z' });
    expect((await server.request('GET', '/config')).body).toEqual(body);
  });

  it('changes nothing, not even updatedAt, when the request has no known field', async () => {
    const server = await start();
    const { body: before } = await server.request('GET', '/config');
    await server.advance(60_000);
    expect((await server.request('PATCH', '/config', { unknown: 1 })).body).toEqual(before);
  });

  it('ignores fields that only the operator or the service sets', async () => {
    const server = await start();
    const { body: before } = await server.request('GET', '/config');
    const set = {
      id: 'PlatformConfig:00000000-0000-7000-8000-000000000000',
      environment: 'PRODUCTION',
      isRegulatedFinancialInstitution: true,
      proxyUmaSubdomain: 'taken',
      webhookPublicKey: 'mine',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
      supportedCurrencies: [currency('USD', { providerRequiredCustomerFields: ['EMAIL'] })],
    };
    const { body } = await server.request('PATCH', '/config', set);
    expect({ ...body, supportedCurrencies: [] }).toEqual({ ...before, supportedCurrencies: [] });
    expect(body.supportedCurrencies[0].providerRequiredCustomerFields).toEqual([]);
  });

  it('merges nested settings field by field, at every level', async () => {
    const server = await start();
    await server.request('PATCH', '/config', {
      embeddedWalletConfig: { appName: 'Acme Pay', otpLength: 6 },
      cardTokenization2faConfig: {
        displayName: 'Acme Cards',
        email: { fromAddress: 'cards@example.com', subject: 'Your code' },
      },
    });
    const { body } = await server.request('PATCH', '/config', {
      embeddedWalletConfig: { otpLength: 8, unknown: 1 },
      cardTokenization2faConfig: { email: { subject: 'Your card code' }, sms: { bodyText: 'Code:' } },
    });
    expect(body.embeddedWalletConfig).toEqual({ appName: 'Acme Pay', otpLength: 8 });
    expect(body.cardTokenization2faConfig).toEqual({
      displayName: 'Acme Cards',
      email: { fromAddress: 'cards@example.com', subject: 'Your card code' },
      sms: { bodyText: 'Code:' },
    });
    expect((await server.request('GET', '/config')).body).toEqual(body);
  });

  it('refuses an invalid UMA domain', async () => {
    const server = await start();
    for (const umaDomain of [
      'localhost',
      '192.0.2.1',
      'UPPER.example.com',
      '-a.example.com',
      'a..b',
      'https://example.com',
      'example.com:80',
    ]) {
      const answer = await server.request('PATCH', '/config', { umaDomain });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual(['umaDomain']);
    }
  });

  it('names every invalid field at once and changes nothing', async () => {
    const server = await start();
    const { body: before } = await server.request('GET', '/config');
    const answer = await server.request('PATCH', '/config', {
      umaDomain: 'pay.example.com',
      webhookEndpoint: 'https://10.0.0.1/webhooks',
      supportedCurrencies: [currency('USD', { minAmount: 5, maxAmount: 4 }), currency('EUR'), currency('EUR')],
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 0,
          fixedFee: { amount: 1, currency: 'EUR' },
        },
      ],
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([
      'webhookEndpoint',
      'supportedCurrencies.0.maxAmount',
      'supportedCurrencies.2.currencyCode',
      'feeConfigs.0.fixedFee.currency',
    ]);
    expect((await server.request('GET', '/config')).body).toEqual(before);
    expect(await testEvents(server)).toBe(0);
  });
});

oneEngine('the webhook endpoint of the configuration', (start) => {
  it('receives one TEST event when it is set or changes, and none when it stays', async () => {
    const server = await start();
    expect((await server.request('PATCH', '/config', { webhookEndpoint: endpoint })).body.webhookEndpoint).toBe(
      endpoint,
    );
    expect(await testEvents(server)).toBe(1);
    await server.request('PATCH', '/config', { webhookEndpoint: endpoint, umaDomain: 'pay.example.com' });
    await server.request('PATCH', '/config', { umaDomain: 'pay.example.com' });
    expect(await testEvents(server)).toBe(1);
    await server.request('PATCH', '/config', { webhookEndpoint: `${endpoint}/2` });
    expect(await testEvents(server)).toBe(2);
  });

  it('is refused unless it is a public HTTPS address', async () => {
    const server = await start({ settings: { allowsLoopbackWebhooks: false } });
    for (const webhookEndpoint of [
      'http://example.com/',
      'http://127.0.0.1:4030/',
      'https://localhost/',
      'https://169.254.169.254/',
      'https://user@example.com/',
    ]) {
      const answer = await server.request('PATCH', '/config', { webhookEndpoint });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual(['webhookEndpoint']);
    }
    expect((await server.request('GET', '/config')).body).not.toHaveProperty('webhookEndpoint');
  });

  it('may be on loopback in a local sandbox', async () => {
    const server = await start({ settings: { allowsLoopbackWebhooks: true } });
    const webhookEndpoint = 'http://127.0.0.1:9/webhooks';
    expect((await server.request('PATCH', '/config', { webhookEndpoint })).body.webhookEndpoint).toBe(webhookEndpoint);
  });

  it('has at most 2048 characters', async () => {
    const server = await start();
    const longest = `https://example.com/${'a'.repeat(2028)}`;
    expect((await server.request('PATCH', '/config', { webhookEndpoint: longest })).status).toBe(200);
    expect((await server.request('PATCH', '/config', { webhookEndpoint: `${longest}a` })).body.code).toBe(
      'INVALID_INPUT',
    );
  });

  it('is removed by null, without a TEST event', async () => {
    const server = await start();
    await server.request('PATCH', '/config', { webhookEndpoint: endpoint });
    const { status, body } = await server.request('PATCH', '/config', { webhookEndpoint: null });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('webhookEndpoint');
    expect(await testEvents(server)).toBe(1);
  });
});

oneEngine('the currencies of the configuration', (start) => {
  it('are replaced as a whole, in the order they are sent', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const supportedCurrencies = [
      currency('EUR', {
        minAmount: 5,
        maxAmount: 5,
        requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      }),
      currency('BTC', { enabledTransactionTypes: ['INCOMING'] }),
    ];
    const { body } = await server.request('PATCH', '/config', { supportedCurrencies });
    expect(body.supportedCurrencies).toMatchObject([
      { ...supportedCurrencies[0], enabledTransactionTypes: ['INCOMING', 'OUTGOING'] },
      { ...supportedCurrencies[1], enabledTransactionTypes: ['INCOMING'] },
    ]);
    expect((await server.request('GET', '/config')).body).toEqual(body);
  });

  it('open one account of the platform per new currency and close none', async () => {
    const server = await start({ currencies: ['USD'] });
    expect(await ownCurrencies(server)).toEqual(['USD']);
    await server.request('PATCH', '/config', { supportedCurrencies: [currency('USD'), currency('EUR')] });
    expect(await ownCurrencies(server)).toEqual(['EUR', 'USD']);
    await server.request('PATCH', '/config', { supportedCurrencies: [currency('USD')] });
    await server.request('PATCH', '/config', { supportedCurrencies: [currency('EUR'), currency('GBP')] });
    expect(await ownCurrencies(server)).toEqual(['EUR', 'GBP', 'USD']);
  });

  it('are refused with INVALID_CURRENCY when one is unknown to the service', async () => {
    const server = await start({ currencies: ['USD'] });
    const answer = await server.request('PATCH', '/config', {
      supportedCurrencies: [currency('USD'), currency('XXX')],
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
    expect(await ownCurrencies(server)).toEqual(['USD']);
  });
});

eachEngine('the currencies of the configuration', (start) => {
  it('end as one of the lists when four are sent in parallel', async () => {
    const server = await start({ currencies: ['USD'] });
    const lists = [['USD', 'EUR'], ['USD', 'GBP'], ['BTC'], ['USD', 'EUR', 'BTC']];
    const answers = await Promise.all(
      lists.map((codes) =>
        server.request('PATCH', '/config', { supportedCurrencies: codes.map((code) => currency(code)) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await server.request('GET', '/config');
    expect(lists).toContainEqual(body.supportedCurrencies.map((entry: { currencyCode: string }) => entry.currencyCode));
  });
});

oneEngine('the platform fees of the configuration', (start) => {
  const fee = (variableFeeBps: number, amount: number, sourceCurrency = 'USD') => ({
    feeType: 'CROSS_CURRENCY_TRANSACTION',
    sourceCurrency,
    variableFeeBps,
    fixedFee: { amount, currency: sourceCurrency },
  });

  it('are set, replaced by the next fee for USD, and kept by an empty list', async () => {
    const server = await start();
    expect((await server.request('PATCH', '/config', { feeConfigs: [fee(30, 50)] })).body.feeConfigs).toEqual([
      fee(30, 50),
    ]);
    await server.request('PATCH', '/config', { feeConfigs: [] });
    await server.request('PATCH', '/config', { umaDomain: 'pay.example.com' });
    expect((await server.request('GET', '/config')).body.feeConfigs).toEqual([fee(30, 50)]);
    expect((await server.request('PATCH', '/config', { feeConfigs: [fee(0, 75)] })).body.feeConfigs).toEqual([
      fee(0, 75),
    ]);
    expect((await server.request('PATCH', '/config', { feeConfigs: [fee(10_000, 0)] })).body.feeConfigs).toEqual([
      fee(10_000, 0),
    ]);
  });

  it('are refused when two of one request are for the same conversions', async () => {
    const server = await start();
    const answer = await server.request('PATCH', '/config', { feeConfigs: [fee(30, 50), fee(0, 75), fee(30, 50)] });
    expect(refusedFields(answer)).toEqual(['feeConfigs.1.sourceCurrency', 'feeConfigs.2.sourceCurrency']);
    expect((await server.request('GET', '/config')).body.feeConfigs).toEqual([]);
  });

  it('are removed by zero for both parts', async () => {
    const server = await start();
    await server.request('PATCH', '/config', { feeConfigs: [fee(30, 50)] });
    expect((await server.request('PATCH', '/config', { feeConfigs: [fee(0, 0)] })).body.feeConfigs).toEqual([]);
    expect((await server.request('PATCH', '/config', { feeConfigs: [fee(0, 1)] })).body.feeConfigs).toEqual([
      fee(0, 1),
    ]);
  });

  it('are refused with NOT_IMPLEMENTED for a source currency other than USD', async () => {
    const server = await start();
    for (const sourceCurrency of ['EUR', 'XXX']) {
      const answer = await server.request('PATCH', '/config', {
        umaDomain: 'pay.example.com',
        feeConfigs: [fee(30, 0, sourceCurrency)],
      });
      expect(answer).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } });
    }
    expect((await server.request('GET', '/config')).body.umaDomain).not.toBe('pay.example.com');
  });

  it('are refused outside 0 to 10000 basis points, when negative and when fractional', async () => {
    const server = await start();
    for (const [variableFeeBps, amount] of [
      [-1, 0],
      [10_001, 0],
      [0, -1],
      [0.5, 0],
      [0, 1.5],
    ] as const) {
      expect((await server.request('PATCH', '/config', { feeConfigs: [fee(variableFeeBps, amount)] })).body.code).toBe(
        'INVALID_INPUT',
      );
    }
  });
});
