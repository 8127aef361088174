import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const outgoing = (...names: string[]): string[] => names.map((name) => `OUTGOING_PAYMENT.${name}`);
const refundedFailure = outgoing('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED');

/** The credits of a transaction's refund, by ledger account. */
async function refundedTo(server: TestServer, transactionId: string): Promise<[string, bigint][]> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('ledger_entries')
        .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
        .select(['ledger_postings.account', 'ledger_postings.amount_minor'])
        .where('ledger_entries.subject_id', '=', transactionId)
        .where('ledger_entries.kind', '=', 'REFUND_SETTLE')
        .where('ledger_postings.amount_minor', '>', 0n),
    ),
  );
  return rows.map(({ account, amount_minor }) => [account, amount_minor]);
}

/** The account of the owner in a currency, which may have been opened meanwhile. */
async function accountIn(server: TestServer, customerId: string, currency: string): Promise<string> {
  const query = `customerId=${customerId}&currency=${currency}`;
  return (await server.request('GET', `/customers/internal-accounts?${query}`)).body.data[0].id;
}

oneEngine('a refund of money that was paid in', (start) => {
  it('is paid back to the bank when the deposit came over a bank rail', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '002');
    const quote = await realtimeQuote(server, { to, customerId, amount: 12_345 });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(refundedFailure);
    expect(await refundedTo(server, quote.transactionId)).toEqual([['service:world:USD', 12_345n]]);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    await expectHealthy(server);
  });

  it('is credited to the account of the crypto asset when the deposit was crypto', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '002');
    const asked = { to, customerId, currency: 'USDC', cryptoNetwork: 'SOLANA', amount: 30_000_000 };
    const quote = await realtimeQuote(server, asked);
    await payIn(server, quote);
    await server.advance(minuteMs);
    const account = await accountIn(server, customerId, 'USDC');
    expect(await refundedTo(server, quote.transactionId)).toEqual([[account, 30_000_000n]]);
    expect(await balanceOf(server, account)).toBe(30_000_000);
    const spent = { sourceType: 'ACCOUNT', accountId: account };
    const again = { ...asked, source: spent };
    const { status } = await server.request('POST', '/quotes', {
      source: again.source,
      destination: { destinationType: 'ACCOUNT', accountId: await makeUsdAccount(server, customerId) },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 30_000_000,
      immediatelyExecute: true,
    });
    expect(status).toBe(201);
    await expectHealthy(server);
  });

  it('opens the account of the crypto asset when the payer has none', async () => {
    const server = await start();
    const customer = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      currencies: ['USD'],
      endUserTermsConsent: {
        acceptedAt: '2025-01-01T00:00:00.000Z',
        ipAddress: '203.0.113.7',
        termsVersion: 'V1',
        acceptanceMethod: 'CHECKBOX',
      },
    });
    const customerId: string = customer.body.id;
    const to = await makeUsdAccount(server, customerId, '002');
    const quote = await realtimeQuote(server, { to, customerId, currency: 'BTC', amount: 40_000 });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect(await balanceOf(server, await accountIn(server, customerId, 'BTC'))).toBe(40_000);
  });

  it('is credited to the platform when the platform paid', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '002');
    const quote = await realtimeQuote(server, { to, currency: 'USDC', cryptoNetwork: 'BASE', amount: 30_000_000 });
    expect(quote.paymentInstructions[0].isPlatformAccount).toBe(true);
    await payIn(server, quote);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', '/platform/internal-accounts?currency=USDC');
    expect(body.data[0].balance.amount).toBe(30_000_000);
  });

  it('follows a bank return in the same way as a failure', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '005');
    const quote = await realtimeQuote(server, {
      to,
      customerId,
      currency: 'USDC',
      cryptoNetwork: 'BASE',
      amount: 9_000_000,
    });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(
      outgoing('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    expect(await balanceOf(server, await accountIn(server, customerId, 'USDC'))).toBe(9_000_000);
    await expectHealthy(server);
  });

  it('stays owed when it fails', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '007');
    const quote = await realtimeQuote(server, { to, customerId });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect((await eventsOf(server, quote.transactionId)).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_FAILED');
    expect(await refundedTo(server, quote.transactionId)).toEqual([]);
    await expectHealthy(server);
  });

  it('follows a cancellation, after which the payment can still complete', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '006');
    const quote = await realtimeQuote(server, { to, customerId });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(
      outgoing('PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'),
    );
    expect(await refundedTo(server, quote.transactionId)).toEqual([['service:world:USD', 10_000n]]);
    await expectHealthy(server);
  });
});

oneEngine('a deposit of another amount', (start) => {
  it.each([9_999, 10_001, 1])(
    'fails the payment and is refunded in full when %i is deposited instead of 10000',
    async (amount) => {
      const server = await start();
      const { customerId } = await makeSender(server, 'USD', 0);
      const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
      const { body } = await payIn(server, quote, amount);
      expect(body).toMatchObject({
        status: 'FAILED',
        failureReason: 'FUNDING_AMOUNT_MISMATCH',
        refund: { status: 'PENDING', reason: 'TRANSACTION_FAILED' },
      });
      await server.advance(minuteMs);
      expect(await eventsOf(server, quote.transactionId)).toEqual(refundedFailure);
      expect(await refundedTo(server, quote.transactionId)).toEqual([['service:world:USD', BigInt(amount)]]);
      expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('FAILED');
      await expectHealthy(server);
    },
  );

  it('fails an incoming payment too and credits the crypto that was deposited', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = accounts['USD'] ?? '';
    const quote = await realtimeQuote(server, {
      to,
      customerId,
      currency: 'USDC',
      cryptoNetwork: 'POLYGON',
      amount: 5_000_000,
    });
    await payIn(server, quote, 4_000_000);
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.FAILED',
      'INCOMING_PAYMENT.REFUND_PENDING',
      'INCOMING_PAYMENT.REFUND_COMPLETED',
    ]);
    expect(await balanceOf(server, to)).toBe(0);
    expect(await balanceOf(server, await accountIn(server, customerId, 'USDC'))).toBe(4_000_000);
    await expectHealthy(server);
  });

  it('is refunded and does not complete, even to the sandbox account ending in 006', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId, '006'), customerId });
    await payIn(server, quote, 1);
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(refundedFailure);
    await expectHealthy(server);
  });

  it('emits REFUND_FAILED when its refund fails', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId, '007'), customerId });
    await payIn(server, quote, 1);
    await server.advance(minuteMs);
    expect((await eventsOf(server, quote.transactionId)).slice(2)).toEqual(
      outgoing('FAILED', 'REFUND_PENDING', 'REFUND_FAILED'),
    );
    await expectHealthy(server);
  });
});
