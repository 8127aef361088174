import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeBody, realtimeQuote } from '../../../test/realtime.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { closeAccountsOf } from '../../accounts/internal/close-accounts.ts';
import { hourMs, minuteMs } from '../../ground/clock/instant.ts';
import { isRefusal } from '../../operation/operation.ts';
import { recordQuote } from '../../payments/quotes/create-quote.ts';
import type { QuoteRequest } from '../../payments/quotes/parties.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';

function remove(server: TestServer, customerId: string): Promise<Answer> {
  return server.request('DELETE', `/customers/${customerId}`);
}

interface Asked {
  readonly customerId: string;
  readonly body: object;
}

/** Quotes whose money comes from outside the service. */
const fromOutside: readonly (readonly [string, (server: TestServer) => Promise<Asked>])[] = [
  [
    'a quote with real-time funding',
    async (server) => {
      const { customerId } = await makeSender(server, 'USD', 0);
      return { customerId, body: realtimeBody({ to: await makeUsdAccount(server, customerId), customerId }) };
    },
  ],
  [
    'a direct debit',
    async (server) => {
      const { customerId, accounts } = await makeSender(server, 'USD', 0);
      const from = await makeUsdAccount(server, customerId);
      const extra = { immediatelyExecute: true };
      return { customerId, body: quoteBody({ from, to: accounts['USD'] ?? '', extra }) };
    },
  ],
];

oneEngine('a customer with balances or open payments', (start) => {
  it('is deleted only once its balance is paid out and its payment has ended', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId);
    const rich = await remove(server, customerId);
    expect([rich.status, rich.body.code]).toEqual([409, 'CONFLICT']);
    expect(rich.body.details).toMatchObject({
      accounts: [{ accountId: from, status: 'ACTIVE', balance: { amount: 10_000, currency: { code: 'USD' } } }],
      transactions: [],
    });
    expect((await server.request('GET', `/customers/${customerId}`)).body.isDeleted).toBe(false);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    await server.request('POST', `/quotes/${quote.id}/execute`);
    expect((await remove(server, customerId)).body.details).toEqual({
      accounts: [],
      transactions: [{ transactionId: quote.transactionId, status: 'PROCESSING' }],
      cardTransactions: [],
    });
    await server.advance(minuteMs);
    expect((await remove(server, customerId)).status).toBe(200);
    const listed = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&limit=100`);
    expect(new Set(listed.body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['CLOSED']));
    expect((await eventsOf(server, from)).slice(-2)).toEqual([
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
    ]);
    await expectHealthy(server);
  });

  it('is not deleted while a quote of another customer to it is open or an account of it is FROZEN', async () => {
    const server = await start();
    const payer = await makeSender(server);
    const payee = await makeSender(server, 'USD', 0);
    const [from, to] = [payer.accounts['USD'] ?? '', payee.accounts['EUR'] ?? ''];
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    expect((await remove(server, payee.customerId)).body.details.transactions).toEqual([
      { transactionId: quote.transactionId, status: 'PENDING' },
    ]);
    await server.advance(hourMs);
    await server.request('POST', `/sandbox/internal-accounts/${to}/status`, { status: 'FROZEN' });
    expect((await remove(server, payee.customerId)).body.details.accounts).toMatchObject([
      { accountId: to, status: 'FROZEN' },
    ]);
    await server.request('POST', `/sandbox/internal-accounts/${to}/status`, { status: 'ACTIVE' });
    expect((await remove(server, payee.customerId)).status).toBe(200);
    await expectHealthy(server);
  });
});

eachEngine('a customer with balances or open payments', (start) => {
  it('pays once and is not deleted when both run in parallel, and is deleted afterwards with no balance left', async () => {
    const server = await start();
    for (let round = 0; round < 6; round += 1) {
      const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
      const from = accounts['USD'] ?? '';
      const body = quoteBody({
        from,
        to: await makeUsdAccount(server, customerId),
        extra: { immediatelyExecute: true },
      });
      const [first, removed, removedAgain, second] = await Promise.all([
        server.request('POST', '/quotes', body),
        remove(server, customerId),
        remove(server, customerId),
        server.request('POST', '/quotes', body),
      ]);
      expect([first, second].filter(({ status }) => status === 201)).toHaveLength(1);
      // The balance keeps the customer until it is paid, and the payment until it has ended.
      expect([removed.status, removedAgain.status]).toEqual([409, 409]);
      await server.advance(minuteMs);
      expect((await remove(server, customerId)).status).toBe(200);
      expect(await balanceOf(server, from)).toBe(0);
    }
    await expectHealthy(server);
  });

  it.each(fromOutside)('is not deleted while %s is being created', async (_name, bodyOf) => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const { customerId, body } = await bodyOf(server);
    const [isStored, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const quoting = deps.database.transaction(async (unit) => {
      const quote = await recordQuote({ unit, tenant, now: clock.now(), deps }, body as QuoteRequest, undefined);
      isStored.resolve();
      await mayGo.promise;
      return quote;
    });
    await isStored.promise;
    const removing = remove(server, customerId);
    await untilWaiting(server.bare, removing);
    mayGo.resolve();
    expect(await quoting).toMatchObject({ status: 201 });
    expect((await removing).body.code).toBe('CONFLICT');
    await expectHealthy(server);
  });

  it.each(fromOutside)('is refused %s once its deletion has begun', async (_name, bodyOf) => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const { customerId, body } = await bodyOf(server);
    const [isTaken, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = deps.database.transaction(async (unit) => {
      const context = { unit, tenant, now: clock.now(), deps };
      const row = await lockActiveCustomer(unit, tenant, customerId);
      if (isRefusal(row)) throw new Error(row.reason);
      isTaken.resolve();
      await mayGo.promise;
      await closeAccountsOf(context, customerId);
      await updateCustomer(unit, { ...row, deleted_at: clock.now() });
    });
    await isTaken.promise;
    const quoting = server.request('POST', '/quotes', body);
    await untilWaiting(server.bare, quoting);
    mayGo.resolve();
    await removing;
    expect((await quoting).body.code).toBe('CUSTOMER_NOT_FOUND');
    await expectHealthy(server);
  });
});

oneEngine('money for a deleted customer', (start) => {
  it('is refunded to the bank it came from', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = accounts['USD'] ?? '';
    await remove(server, customerId);
    const { body: deposit } = await server.request('POST', '/sandbox/deposits', { accountId: to, amount: 500 });
    await server.advance(hourMs);
    expect(await readTransaction(server, deposit.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, to)).toBe(0);
    await expectHealthy(server);
  });

  it('ends in a FAILED refund when the sending wallet is unknown, and opens no account', async () => {
    const server = await start({ currencies: ['USD', 'USDC'] });
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent, currencies: ['USD'] });
    const to = await makeUsdAccount(server, customerId);
    const quote = await realtimeQuote(server, {
      to,
      currency: 'USDC',
      cryptoNetwork: 'BASE',
      customerId,
      amount: 5_000_000,
    });
    await server.advance(hourMs);
    expect((await remove(server, customerId)).status).toBe(200);
    const paid = await server.request('POST', '/sandbox/deposits', { quoteId: quote.id, amount: 500 });
    expect(paid.status).toBe(200);
    await server.advance(hourMs);
    expect(await readTransaction(server, quote.transactionId)).toMatchObject({
      status: 'EXPIRED',
      refund: { status: 'FAILED' },
    });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&limit=100`);
    for (const { status, balance } of body.data) expect([status, balance.amount]).toEqual(['CLOSED', 0]);
    expect((await payIn(server, quote)).status).toBe(400);
    await expectHealthy(server);
  });
});
