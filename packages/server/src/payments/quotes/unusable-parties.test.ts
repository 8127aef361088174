import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { messageFor, registerWallet, verify } from '../../../test/ownership.ts';
import {
  balanceOf,
  eventsOf,
  fund,
  makeGbpAccount,
  makeSender,
  makeUsdAccount,
  quoteBody,
  setAccountStatus,
} from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { authorize, executedQuote, logIn, newEuropeanPayer, rightCode } from '../../../test/sca-customers.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { walletMakers } from '../../../test/wallets.ts';
import { hourMs, minuteMs } from '../../ground/clock/instant.ts';

function removeAccount(server: TestServer, id: string): Promise<Answer> {
  return server.request('DELETE', `/customers/external-accounts/${id}`);
}

/** The platform supports these currencies only. */
function support(server: TestServer, ...codes: string[]): Promise<Answer> {
  const limits = { minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
  const supportedCurrencies = codes.map((currencyCode) => ({ currencyCode, ...limits }));
  return server.request('PATCH', '/config', { supportedCurrencies });
}

oneEngine('a quote whose accounts have changed', (start) => {
  it('cannot be executed once the external account is deleted, and expires', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    expect((await removeAccount(server, to)).status).toBe(204);
    expect(await server.request('POST', `/quotes/${quote.id}/execute`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { accountId: to, status: 'DELETED' } },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    await server.advance(hourMs);
    expect((await readTransaction(server, quote.transactionId)).status).toBe('EXPIRED');
    await expectHealthy(server);
  });

  it('cannot be authorized once the external account is deleted, and debits nothing', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await removeAccount(server, payer.payee);
    expect(await authorize(server, held.id, rightCode)).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        reason: expect.stringContaining('Let the challenge expire, which fails the quote,'),
        details: { accountId: payer.payee, status: 'DELETED' },
      },
    });
    await server.advance(hourMs);
    expect(await readTransaction(server, held.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'SCA_NOT_COMPLETED',
    });
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
    await expectHealthy(server);
  });

  it.each([
    ['FROZEN', 'RELEASE'],
    ['CLOSED', 'NEVER'],
  ])('cannot be executed into an internal account that is %s', async (status, after) => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    await setAccountStatus(server, to, status);
    const refused = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([refused.status, refused.body.details]).toEqual([409, { accountId: to, status }]);
    if (after === 'RELEASE') {
      await setAccountStatus(server, to, 'ACTIVE');
      expect((await server.request('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
    }
    await expectHealthy(server);
  });

  it('cannot be executed or authorized once the ownership of the wallet was not proved, until it can be again', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const { accounts, customerId } = await makeSender(server, 'USDC', 5_000_000);
    const payments = [
      {
        from: accounts['USDC'] ?? '',
        to: await registerWallet(server, walletMakers.SOLANA(1), 'customers', customerId),
      },
      {
        from: payer.accounts['USDC'] ?? '',
        to: await registerWallet(server, walletMakers.SOLANA(2), 'customers', payer.customerId),
      },
    ] as const;
    await fund(server, payments[1].from, 5_000_000);
    const [executed, authorized] = await Promise.all(
      payments.map((payment) => server.request('POST', '/quotes', quoteBody({ ...payment, amount: 1_000_000 }))),
    );
    const execute = () => server.request('POST', `/quotes/${executed?.body.id}/execute`);
    const prove = () => authorize(server, authorized?.body.id, rightCode);
    expect((await server.request('POST', `/quotes/${authorized?.body.id}/execute`)).body.status).toBe(
      'PENDING_AUTHORIZATION',
    );
    for (const { to } of payments) {
      await messageFor(server, to);
      expect((await verify(server, to, 'x')).status).toBe(400);
    }
    for (const [index, send] of [execute, prove].entries()) {
      expect(await send()).toMatchObject({
        status: 400,
        body: {
          code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
          reason: expect.stringContaining(`${payments[index]?.to} is proved`),
        },
      });
      await messageFor(server, payments[index]?.to ?? '');
      expect(await send()).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
    }
    await expectHealthy(server);
  });

  it.each([
    ['sending', 'USD', 'EUR'],
    ['receiving', 'EUR', 'USD'],
  ])('cannot be executed once its %s currency is removed, until it is added again', async (_side, gone, kept) => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' });
    const { body: quote } = await server.request('POST', '/quotes', body);
    await support(server, kept);
    expect(await server.request('POST', `/quotes/${quote.id}/execute`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { currency: gone, status: 'REMOVED' } },
    });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(1_000_000);
    await support(server, 'USD', 'EUR');
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
    await expectHealthy(server);
  });

  it('is executed to an external account whose currency the platform does not have', async () => {
    const server = await start({ currencies: ['USD'] });
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeGbpAccount(server, customerId) });
    const { body: quote } = await server.request('POST', '/quotes', body);
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
  });

  it('cannot be authorized once its currency is removed from the platform', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await support(server, 'EUR');
    expect(await authorize(server, held.id, rightCode)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { currency: 'USD', status: 'REMOVED' } },
    });
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(1_000_000);
  });

  it('refunds a deposit in a currency that is removed from the platform', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    await support(server, 'EUR');
    expect((await payIn(server, quote)).status).toBe(200);
    await server.advance(minuteMs);
    expect(await readTransaction(server, quote.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    await expectHealthy(server);
  });

  it('refunds a deposit for an external account that is deleted', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const quote = await realtimeQuote(server, { to, customerId });
    await removeAccount(server, to);
    expect((await payIn(server, quote)).status).toBe(200);
    await server.advance(minuteMs);
    expect(await readTransaction(server, quote.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    expect((await eventsOf(server, quote.transactionId)).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_COMPLETED');
    await expectHealthy(server);
  });
});

eachEngine('a quote whose accounts have changed', (start) => {
  it('pays in full or not at all when the external account is deleted at the same time', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    let paid = 0;
    for (let round = 0; round < 6; round += 1) {
      const to = await makeUsdAccount(server, customerId);
      const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
      const execute = (): Promise<Answer> => server.request('POST', `/quotes/${quote.id}/execute`);
      const answers = await Promise.all(
        round % 2 === 0 ? [execute(), removeAccount(server, to)] : [removeAccount(server, to), execute()],
      );
      const executed = answers[round % 2];
      expect([200, 409]).toContain(executed?.status);
      if (executed?.status === 200) paid += 1;
      expect((await execute()).status).toBe(409);
    }
    await server.advance(hourMs);
    expect(await balanceOf(server, from)).toBe(1_000_000 - paid * 10_000);
    await expectHealthy(server);
  });
});
