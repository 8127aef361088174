import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, consent, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import {
  lookUpAddress,
  makeReceiver,
  payUma,
  prepareUma,
  quoteUma,
  readTransaction,
  umaDomain,
  umaQuoteBody,
} from '../../../test/uma-payments.ts';
import type { UmaNetwork } from '../../engines/uma/uma-network.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

async function quoteCount({ deps, tenant }: TestServer): Promise<number> {
  const find = (unit: Parameters<Parameters<typeof deps.database.read>[0]>[0]) =>
    unit.select((db) => db.selectFrom('quotes').select('id').where('tenant', '=', tenant));
  return (await deps.database.read(find)).length;
}

const supported = { minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };

oneEngine('refusing a quote to a UMA address', (start) => {
  it('requires the mandatory fields of the sender, from the customer or the request', async () => {
    const server = await start();
    const prepared = await prepareUma(server, 'demands.identity.usd');
    const nothing = await quoteUma(server, prepared);
    expect(nothing).toMatchObject({ status: 400, body: { code: 'MISSING_MANDATORY_USER_INFO' } });
    expect(refusedFields(nothing)).toEqual(
      ['BIRTH_DATE', 'NATIONALITY', 'ADDRESS'].map((name) => `senderCustomerInfo.${name}`),
    );
    const given = { BIRTH_DATE: '1985-12-09', NATIONALITY: '', ADDRESS: '12 St James Square, London' };
    const gap = await quoteUma(server, prepared, { senderCustomerInfo: given });
    expect(refusedFields(gap)).toEqual(['senderCustomerInfo.NATIONALITY']);
    for (const blank of [' ', null, {}]) {
      const nothingSaid = { BIRTH_DATE: blank, NATIONALITY: blank, ADDRESS: blank };
      const refused = await quoteUma(server, prepared, { senderCustomerInfo: nothingSaid });
      expect([refused.body.code, ...refusedFields(refused)]).toEqual([nothing.body.code, ...refusedFields(nothing)]);
    }
    expect(await quoteCount(server)).toBe(0);
    await server.request('PATCH', `/customers/${prepared.customerId}`, {
      customerType: 'INDIVIDUAL',
      nationality: 'GB',
    });
    expect((await quoteUma(server, prepared, { senderCustomerInfo: given })).status).toBe(400);
    const { NATIONALITY: _empty, ...rest } = given;
    expect((await quoteUma(server, prepared, { senderCustomerInfo: rest })).status).toBe(201);
  });

  it('refuses a currency that the platform does not enable for OUTGOING', async () => {
    const server = await start();
    const prepared = await prepareUma(server, 'success.usd');
    const usd = { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
    const enable = (...enabledTransactionTypes: string[]) =>
      server.request('PATCH', '/config', { supportedCurrencies: [{ ...usd, enabledTransactionTypes }] });
    await enable('INCOMING');
    expect(await quoteUma(server, prepared)).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
    await enable('OUTGOING');
    expect((await quoteUma(server, prepared)).status).toBe(201);
  });

  it('refuses a receiver whose provider omits a mandatory field', async () => {
    const network = createSandboxUma();
    const uma: UmaNetwork = {
      ...network,
      requestPayment: async (...parts) => {
        const answer = await network.requestPayment(...parts);
        return answer.kind === 'AGREED' ? { ...answer, payee: {} } : answer;
      },
    };
    const server = await start({ deps: { uma } });
    const wanted = [{ name: 'BIRTH_DATE', mandatory: true }];
    await server.request('PATCH', '/config', {
      supportedCurrencies: [
        { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: wanted },
      ],
    });
    const answer = await quoteUma(server, await prepareUma(server));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PAYREQ_RESPONSE' } });
  });

  it.each([
    [
      'the customer is given a region that requires authentication',
      '/customers/',
      { customerType: 'INDIVIDUAL', region: 'DE' },
    ],
    ['the sending currency is removed', '/config', { supportedCurrencies: [{ ...supported, currencyCode: 'EUR' }] }],
  ])('pays nothing with immediatelyExecute when %s while its provider is asked', async (_what, path, change) => {
    let meanwhile: () => Promise<unknown> = async () => undefined;
    const network = createSandboxUma();
    const uma: UmaNetwork = {
      ...network,
      requestPayment: async (...parts) => {
        await meanwhile();
        return network.requestPayment(...parts);
      },
    };
    const server = await start({ deps: { uma } });
    const prepared = await prepareUma(server);
    const { customerId, from } = prepared;
    meanwhile = () => server.request('PATCH', path === '/config' ? path : `${path}${customerId}`, change);
    const answer = await quoteUma(server, prepared, { immediatelyExecute: true });
    expect(answer).toMatchObject({ status: 400, body: { code: 'QUOTE_REQUEST_FAILED' } });
    expect([await quoteCount(server), await balanceOf(server, from)]).toEqual([0, 1_000_000]);
  });

  it.each([
    ['invalid.payreq.response', 400],
    ['parse.payreq.response.error', 400],
    ['invalid.receiver', 400],
    ['sender.not.accepted', 400],
    ['invalid.timestamp', 400],
    ['invalid.nonce', 400],
    ['unsupported.uma.version', 412],
    ['payreq.request.failed', 424],
    ['lnurlp.request.failed', 424],
    ['counterparty.pubkey.fetch.error', 424],
    ['no.compatible.uma.version', 424],
    ['unrecognized.mandatory.payee.data.key', 501],
  ])('returns the error code that the address names after error.on.quote: %s', async (name, status) => {
    const server = await start();
    const answer = await quoteUma(server, await prepareUma(server, `error.on.quote.${name}`));
    expect(answer).toMatchObject({ status, body: { code: name.replaceAll('.', '_').toUpperCase() } });
    expect(await quoteCount(server)).toBe(0);
  });

  it('enforces the limits of the lookup and of the platform', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    for (const lockedCurrencyAmount of [99, 10_000_001]) {
      const extra = { lockedCurrencyAmount, lockedCurrencySide: 'RECEIVING' };
      expect(await quoteUma(server, prepared, extra)).toMatchObject({
        status: 400,
        body: { code: 'AMOUNT_OUT_OF_RANGE' },
      });
    }
    for (const lockedCurrencyAmount of [100, 10_000_000]) {
      const extra = { lockedCurrencyAmount, lockedCurrencySide: 'RECEIVING' };
      expect((await quoteUma(server, prepared, extra)).status).toBe(201);
    }
    const usd = { currencyCode: 'USD', minAmount: 5_000, maxAmount: 20_000, requiredCounterpartyFields: [] };
    await server.request('PATCH', '/config', { supportedCurrencies: [usd] });
    for (const lockedCurrencyAmount of [4_999, 20_001])
      expect((await quoteUma(server, prepared, { lockedCurrencyAmount })).body.code).toBe('AMOUNT_OUT_OF_RANGE');
    for (const lockedCurrencyAmount of [5_000, 20_000])
      expect((await quoteUma(server, prepared, { lockedCurrencyAmount })).status).toBe(201);
  });

  it('enforces the present settings of the platform for its own customers, whatever the lookup says', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { address } = await makeReceiver(server);
    const lookupId = await lookUpAddress(server, customerId, address);
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'EUR' };
    const body = umaQuoteBody({ from: accounts['USD'] ?? '', address, lookupId, extra: { destination } });
    const setEuros = async (euros: object) => {
      const supportedCurrencies = [
        { currencyCode: 'USD', ...supported },
        { currencyCode: 'EUR', ...supported, ...euros },
      ];
      await server.request('PATCH', '/config', { supportedCurrencies });
      return (await server.request('POST', '/quotes', body)).body.code;
    };
    expect(await setEuros({ enabledTransactionTypes: ['OUTGOING'] })).toBe('INVALID_CURRENCY');
    expect(await setEuros({ maxAmount: 1 })).toBe('AMOUNT_OUT_OF_RANGE');
    expect(await setEuros({ enabledTransactionTypes: ['INCOMING'] })).toBeUndefined();
  });

  it('requires an unexpired lookup of this address for this sender', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    const other = await makeSender(server);
    const { lookupId: _none, ...without } = umaQuoteBody(prepared) as { lookupId: string };
    expect(refusedFields(await server.request('POST', '/quotes', without))).toEqual(['lookupId']);
    const unknown = { lookupId: 'Lookup:00000000-0000-7000-8000-000000000000' };
    expect(await quoteUma(server, prepared, unknown)).toMatchObject({
      status: 404,
      body: { code: 'LOOKUP_REQUEST_NOT_FOUND' },
    });
    const elsewhere = { ...prepared, address: `$success.eur@${umaDomain}` };
    expect(await quoteUma(server, elsewhere)).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
    const byOther = await quoteUma(server, { ...prepared, from: other.accounts['USD'] ?? '' });
    expect(refusedFields(byOther)).toEqual(['lookupId']);
    const malformed = await quoteUma(server, { ...prepared, address: 'grace' });
    expect(malformed).toMatchObject({ status: 400, body: { code: 'INVALID_UMA_ADDRESS' } });
    await server.advance(15 * minuteMs - 1);
    expect((await quoteUma(server, prepared)).status).toBe(201);
    await server.advance(1);
    expect((await quoteUma(server, prepared)).body.code).toBe('LOOKUP_REQUEST_NOT_FOUND');
  });

  it('refuses a lookup whose receiver no longer has the address, also after another customer took it', async () => {
    const server = await start();
    const [address, later] = ['$ada@uma.example.com', '$lovelace@uma.example.com'];
    const { customerId, accounts } = await makeSender(server);
    const receiver = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent: consent } as const;
    const ada = await newCustomerId(server, { ...receiver, umaAddress: address });
    const prepared = {
      customerId,
      address,
      from: accounts['USD'] ?? '',
      accounts,
      lookupId: await lookUpAddress(server, customerId, address),
    };
    expect((await quoteUma(server, prepared)).status).toBe(201);
    const rename = { customerType: 'INDIVIDUAL', umaAddress: later };
    expect((await server.request('PATCH', `/customers/${ada}`, rename)).status).toBe(200);
    expect(await quoteUma(server, prepared)).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
    await newCustomerId(server, { ...receiver, umaAddress: address });
    expect(await quoteUma(server, prepared)).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
    const lookupId = await lookUpAddress(server, customerId, address);
    expect((await quoteUma(server, { ...prepared, lookupId })).status).toBe(201);
  });

  it('refuses a lookup whose receiver has been deleted, and debits nothing', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const address = '$ada@uma.example.com';
    const receiver = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent: consent } as const;
    const ada = await newCustomerId(server, { ...receiver, umaAddress: address });
    const lookupId = await lookUpAddress(server, customerId, address);
    expect((await server.request('DELETE', `/customers/${ada}`)).status).toBe(200);
    const parts = { from: accounts['USD'] ?? '', address, lookupId, extra: { immediatelyExecute: true } };
    const answer = await server.request('POST', '/quotes', umaQuoteBody(parts));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RECEIVER' } });
    expect(await quoteCount(server)).toBe(0);
  });

  it('refuses the lookup of another platform with LOOKUP_REQUEST_NOT_FOUND', async () => {
    const [server, other] = [await start(), await start()];
    const { lookupId } = await prepareUma(other);
    const answer = await quoteUma(server, { ...(await prepareUma(server)), lookupId });
    expect(answer).toMatchObject({ status: 404, body: { code: 'LOOKUP_REQUEST_NOT_FOUND' } });
  });

  it('refuses the UMA address of the paying customer with SELF_PAYMENT', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      umaAddress: '$ada@uma.example.com',
      endUserTermsConsent: consent,
    });
    const accounts = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const address = '$ada@uma.example.com';
    const lookupId = await lookUpAddress(server, customerId, address);
    const body = umaQuoteBody({ from: accounts.body.data[0].id, address, lookupId });
    expect(await server.request('POST', '/quotes', body)).toMatchObject({
      status: 400,
      body: { code: 'SELF_PAYMENT' },
    });
  });

  it('refuses to cancel the payment once the quote is executed', async () => {
    const server = await start();
    const { id } = await payUma(server, 'pending.long.usd');
    expect((await readTransaction(server, id)).status).toBe('PROCESSING');
    const answer = await server.request('POST', `/transactions/${id}/cancel`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    const { status, refund } = await readTransaction(server, id);
    expect([status, refund]).toEqual(['PROCESSING', undefined]);
  });
});

oneEngine('a lookup named in a quote to an account', (start) => {
  it('must be a lookup of that account', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const [to, other] = [await makeUsdAccount(server, customerId), await makeUsdAccount(server, customerId)];
    const { body: looked } = await server.request('GET', `/receiver/external-account/${to}`);
    const body = (accountId: string, lookupId: string) =>
      quoteBody({ from: accounts['USD'] ?? '', to: accountId, extra: { lookupId } });
    expect((await server.request('POST', '/quotes', body(to, looked.lookupId))).status).toBe(201);
    expect(refusedFields(await server.request('POST', '/quotes', body(other, looked.lookupId)))).toEqual(['lookupId']);
    const unknown = 'Lookup:00000000-0000-7000-8000-000000000000';
    const answer = await server.request('POST', '/quotes', body(to, unknown));
    expect(answer).toMatchObject({ status: 404, body: { code: 'LOOKUP_REQUEST_NOT_FOUND' } });
  });
});
