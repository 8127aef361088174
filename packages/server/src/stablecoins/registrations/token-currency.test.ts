import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { consent, fund, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { decide, enableToken, linkProvider, readStablecoin } from '../../../test/stablecoins.ts';
import type { StartOptions, TestServer } from '../../../test/test-server.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import { asCurrency, type CurrencyView, tokenCode, viewCurrency } from '../../ground/money/currency.ts';
import { largestWireMinor, viewAmount, writeAmount } from '../../ground/money/money.ts';
import { parseRate, toReceiving, toSending } from '../../ground/money/rate.ts';
import { invariants } from '../../modules.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { createSandboxStablecoinProvider } from '../../sandbox/adapters/sandbox-stablecoin-provider.ts';
import { decideEnablement } from './enable-service-operations.ts';
import { lockStablecoin } from './find-stablecoin.ts';

interface Account {
  readonly id: string;
  readonly customerId?: string;
  readonly balance: { readonly amount: number; readonly currency: { readonly code: string } };
}

async function accountsIn(server: TestServer, path: string, code = 'EXD'): Promise<Account[]> {
  const { body } = await server.request('GET', path);
  return body.data.filter((account: Account) => account.balance.currency.code === code);
}

const own = (server: TestServer, code?: string) => accountsIn(server, '/platform/internal-accounts', code);

const held = (server: TestServer, customerId: string) =>
  accountsIn(server, `/customers/internal-accounts?customerId=${customerId}&limit=100`);

/** A provider whose tokens have this many decimals. */
function dividing(decimals: number): StartOptions {
  const provider = createSandboxStablecoinProvider();
  const token = { name: 'Example Dollar', symbol: 'EXD', baseCurrency: 'USD', decimals };
  return { deps: { stablecoinProvider: { ...provider, readToken: async () => ({ kind: 'TOKEN', token }) } } };
}

async function withToken(server: TestServer, identifier?: string): Promise<string> {
  await linkProvider(server);
  return enableToken(server, identifier);
}

async function breaches(server: TestServer): Promise<unknown[]> {
  const found = await server.deps.database.read((unit) =>
    Promise.all(invariants.map(async ({ name, check }) => [name, await check(unit)] as const)),
  );
  return found.filter(([, breach]) => breach !== undefined);
}

const consented = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent: consent };

const pay = (server: TestServer, from: string, to: string, amount: number) =>
  server.request('POST', '/quotes', quoteBody({ from, to, amount, extra: { immediatelyExecute: true } }));

oneEngine('an enabled stablecoin', (start) => {
  it('is a currency of its own platform only, with an account of the platform', async () => {
    const [server, other] = [await start({ currencies: ['USD'] }), await start({ currencies: ['USD'] })];
    const id = await withToken(server);
    expect(await readStablecoin(server, id)).toMatchObject({ serviceOperationsStatus: 'ENABLED', currency: 'EXD' });
    const codes = async (of: TestServer) =>
      (await of.request('GET', '/config')).body.supportedCurrencies.map(
        ({ currencyCode }: { currencyCode: string }) => currencyCode,
      );
    expect([await codes(server), await codes(other)]).toEqual([['USD', 'EXD'], ['USD']]);
    const [account] = await own(server);
    expect(account).toMatchObject({
      type: 'INTERNAL_CRYPTO',
      balance: { amount: 0, currency: { code: 'EXD', name: 'EXD token', symbol: 'EXD', decimals: 6 } },
      fundingPaymentInstructions: [],
    });
    expect(await own(other)).toEqual([]);
    const wanted = { currencyCode: 'EXD', minAmount: 1, maxAmount: 2, requiredCounterpartyFields: [] };
    for (const [of, status] of [
      [other, 400],
      [server, 200],
    ] as const)
      expect((await of.request('PATCH', '/config', { supportedCurrencies: [wanted] })).status).toBe(status);
    expect(await breaches(server)).toEqual([]);
  });

  it('moves between accounts by quotes, exact to the last unit', async () => {
    const server = await start({ currencies: ['USD'] });
    await withToken(server);
    const [payer, payee] = [await newCustomerId(server, consented), await newCustomerId(server, consented)];
    const [[from], [to]] = [await held(server, payer), await held(server, payee)];
    await fund(server, from?.id ?? '', 1_234_567);
    const { status, body } = await pay(server, from?.id ?? '', to?.id ?? '', 234_567);
    const currency = { code: 'EXD', name: 'EXD token', symbol: 'EXD', decimals: 6 };
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        sendingCurrency: currency,
        receivingCurrency: currency,
        exchangeRate: 1,
        feesIncluded: 0,
        totalSendingAmount: 234_567,
        totalReceivingAmount: 234_567,
      }),
    ]);
    await server.advance(60 * secondMs);
    const { body: transaction } = await server.request('GET', `/transactions/${body.transactionId}`);
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      sentAmount: { amount: 234_567, currency },
      receivedAmount: { amount: 234_567, currency },
    });
    const balances = [await held(server, payer), await held(server, payee)].map(([one]) => one?.balance.amount);
    expect(balances).toEqual([1_000_000, 234_567]);
    expect((await server.request('GET', '/transactions')).body.data[0].sentAmount.currency).toEqual(currency);
    expect(await breaches(server)).toEqual([]);
  });

  it('has no rate to any other currency', async () => {
    const server = await start({ currencies: ['USD'] });
    await withToken(server);
    const [[tokens], [dollars]] = [await own(server), await own(server, 'USD')];
    for (const [from, to] of [
      [tokens, dollars],
      [dollars, tokens],
    ])
      expect((await pay(server, from?.id ?? '', to?.id ?? '', 100)).body.code).toBe('QUOTE_RATE_UNAVAILABLE');
    expect((await server.request('GET', '/exchange-rates')).status).toBe(200);
    expect((await server.request('GET', '/exchange-rates?sourceCurrency=EXD')).body).toEqual({ data: [] });
    const other = await (await start()).request('GET', '/exchange-rates?sourceCurrency=EXD');
    expect(other.body.code).toBe('INVALID_CURRENCY');
  });

  it('cannot be spent while DISABLED by the operator, and keeps its code', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await withToken(server);
    const customer = await newCustomerId(server, consented);
    const [[from], [to]] = [await held(server, customer), await own(server)];
    await fund(server, from?.id ?? '', 1_000);
    const body = quoteBody({ from: from?.id ?? '', to: to?.id ?? '', amount: 100 });
    const { body: open } = await server.request('POST', '/quotes', body);
    await decide(server, id, 'DISABLE');
    const executed = await server.request('POST', `/quotes/${open.id}/execute`);
    expect([executed.status, executed.body.code, executed.body.details]).toEqual([
      409,
      'CONFLICT',
      { currency: 'EXD', status: 'DISABLED' },
    ]);
    expect((await pay(server, from?.id ?? '', to?.id ?? '', 100)).body.code).toBe('INVALID_CURRENCY');
    expect((await held(server, customer))[0]?.balance.amount).toBe(1_000);
    const wanted = { currencyCode: 'EXD', minAmount: 1, maxAmount: 2, requiredCounterpartyFields: [] };
    const added = await server.request('PATCH', '/config', { supportedCurrencies: [wanted] });
    expect(added.body.code).toBe('INVALID_CURRENCY');
    await decide(server, id, 'APPROVE');
    await decide(server, id, 'ENABLE');
    expect((await pay(server, from?.id ?? '', to?.id ?? '', 100)).status).toBe(201);
    expect((await server.request('POST', `/quotes/${open.id}/execute`)).status).toBe(200);
    expect(await own(server)).toHaveLength(1);
  });

  it('cannot be funded in the sandbox once it is disabled', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await withToken(server);
    const [account] = await own(server);
    const add = () => server.request('POST', `/sandbox/internal-accounts/${account?.id}/fund`, { amount: 1 });
    await decide(server, id, 'DISABLE');
    expect(refusedFields(await add())).toEqual(['accountId']);
    expect((await own(server))[0]?.balance.amount).toBe(0);
    await decide(server, id, 'APPROVE');
    expect(refusedFields(await add())).toEqual(['accountId']);
    await decide(server, id, 'ENABLE');
    expect((await add()).body.balance.amount).toBe(1);
  });

  it('has no new account of a customer who consents once it is disabled', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await withToken(server);
    const { endUserTermsConsent, ...person } = consented;
    const customerId = await newCustomerId(server, { ...person, currencies: ['EXD', 'USD'] });
    const change = { customerType: 'INDIVIDUAL', endUserTermsConsent };
    await decide(server, id, 'DISABLE');
    await server.request('PATCH', `/customers/${customerId}`, change);
    expect(await held(server, customerId)).toEqual([]);
    await decide(server, id, 'APPROVE');
    await decide(server, id, 'ENABLE');
    await server.request('PATCH', `/customers/${customerId}`, change);
    expect(await held(server, customerId)).toHaveLength(1);
  });

  it('is DISABLED when its symbol is a currency of every platform', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await withToken(server, 'USDC');
    const stablecoin = await readStablecoin(server, id);
    expect([stablecoin.serviceOperationsStatus, stablecoin.currency]).toEqual(['DISABLED', undefined]);
  });
});

eachEngine('tokens of one code', (start) => {
  it('have the decimals of the token of their own platform', async () => {
    const servers = [await start(dividing(0)), await start(dividing(18))];
    const amount = 100_000_000_000;
    for (const server of servers) {
      await withToken(server);
      const [account] = await own(server);
      await fund(server, account?.id ?? '', amount);
    }
    const shown = await Promise.all(servers.map(async (server) => (await own(server))[0]?.balance));
    expect(shown).toEqual([
      { amount, currency: expect.objectContaining({ code: 'EXD', decimals: 0 }) },
      { amount, currency: expect.objectContaining({ code: 'EXD', decimals: 18 }) },
    ]);
  });
});

eachEngine('a stablecoin that is being disabled', (start) => {
  it('is not added again by a change of the configuration that began before the end', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await withToken(server);
    const limits = { minAmount: 1, maxAmount: 1_000, requiredCounterpartyFields: [] };
    const supportedCurrencies = ['USD', 'EXD'].map((currencyCode) => ({ currencyCode, ...limits }));
    const { deps, tenant, clock } = server;
    const { changing } = await server.bare.transaction(async (unit) => {
      const row = await lockStablecoin(unit, tenant, id);
      if (row === undefined) throw new Error('the stablecoin does not exist');
      await decideEnablement({ unit, tenant, now: clock.now(), deps }, row, { decision: 'DISABLE' });
      // On PostgreSQL, what was written reaches the database with the next read.
      await findPlatformCurrencies(unit, tenant);
      const sent = server.request('PATCH', '/config', { supportedCurrencies });
      await untilWaiting(server.bare, sent);
      return { changing: sent };
    });
    expect((await changing).body.code).toBe('INVALID_CURRENCY');
    const { body } = await server.request('GET', '/config');
    expect(body.supportedCurrencies).toMatchObject([{ currencyCode: 'USD' }]);
  });
});

describe('amounts of a token', () => {
  const decimals = fc.integer({ min: 0, max: 18 });
  const minor = fc.bigInt({ min: 0n, max: largestWireMinor });

  it('are written and shown exactly with 0 to 18 decimals', () => {
    fc.assert(
      fc.property(decimals, minor, (count, amountMinor) => {
        const token: JsonText<CurrencyView> = writeJson({
          code: 'EXD',
          name: 'Example Dollar',
          symbol: 'EXD',
          decimals: count,
        });
        const currency = asCurrency('EXD');
        const [figures = '', code] = writeAmount(amountMinor, currency, token).split(' ');
        const [whole = '', fraction = ''] = figures.split('.');
        expect([BigInt(whole + fraction), fraction.length, code]).toEqual([amountMinor, count, 'EXD']);
        expect(viewAmount(amountMinor, currency, token)).toEqual({
          amount: Number(amountMinor),
          currency: viewCurrency(currency, token),
        });
      }),
      { numRuns: 300, seed: 20_250_101 },
    );
  });

  it('convert to the same amount at the rate 1', () => {
    const code = asCurrency('EXD');
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: largestWireMinor }), (amountMinor) => {
        for (const convert of [toReceiving, toSending]) {
          const { numerator, denominator } = convert(amountMinor, parseRate('1'), code, code);
          expect([numerator / denominator, numerator % denominator]).toEqual([amountMinor, 0n]);
        }
      }),
      { numRuns: 200, seed: 20_250_101 },
    );
  });

  it('require a code of three to ten capitals and digits that is no other currency', () => {
    for (const code of ['EXD', 'E12', 'EXDOLLAR99']) expect(tokenCode(code)).toBe(code);
    for (const code of ['USD', 'USDC', 'exd', 'EX', '1EX', 'EXDOLLAR999', 'EX D', '']) {
      expect(tokenCode(code)).toBeUndefined();
    }
  });
});
