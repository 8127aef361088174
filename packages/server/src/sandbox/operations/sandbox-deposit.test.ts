import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, hourMs, minuteMs } from '../../ground/clock/instant.ts';

const incoming = (...names: string[]): string[] => names.map((name) => `INCOMING_PAYMENT.${name}`);
const success = incoming('PENDING', 'PROCESSING', 'COMPLETED');

function deposit(server: TestServer, body: object): Promise<Answer> {
  return server.request('POST', '/sandbox/deposits', body);
}

/** The instructions of an internal account. */
// biome-ignore lint/suspicious/noExplicitAny: the fields differ by kind
async function instructionsOf(server: TestServer, customerId: string, currency: string): Promise<any[]> {
  const query = `customerId=${customerId}&currency=${currency}`;
  const { body } = await server.request('GET', `/customers/internal-accounts?${query}`);
  return body.data[0].fundingPaymentInstructions.map(
    (entry: { accountOrWalletInfo: object }) => entry.accountOrWalletInfo,
  );
}

oneEngine('a deposit to an internal account', (start) => {
  it('is matched by its reference, names the payer, and is credited once it clears', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const [{ reference }] = await instructionsOf(server, customerId, 'USD');
    const payer = { accountHolderName: 'Grace Hopper', accountIdentifier: '000987654321' };
    const seen = await deposit(server, { reference, amount: 12_345, ...payer });
    expect(seen.body).toMatchObject({
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'PENDING',
      customerId,
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', paymentRail: 'RTP', ...payer },
      destination: { destinationType: 'ACCOUNT', accountId: accounts['USD'] },
      reconciliationInstructions: { reference },
      receivedAmount: { amount: 12_345 },
    });
    expect(seen.body.quoteId).toBeUndefined();
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    await expectHealthy(server);
    await server.advance(minuteMs);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(12_345);
    expect(await eventsOf(server, seen.body.id)).toEqual(success);
    expect((await eventsOf(server, accounts['USD'] ?? '')).at(-1)).toBe('INTERNAL_ACCOUNT.BALANCE_UPDATED');
    await expectHealthy(server);
  });

  it('stays PENDING for an hour over WIRE, and is credited within seven days', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const [{ reference }] = await instructionsOf(server, customerId, 'USD');
    const { body } = await deposit(server, { reference, amount: 1_000, route: 'WIRE' });
    await server.advance(hourMs);
    expect((await server.request('GET', `/transactions/${body.id}`)).body.status).toBe('PENDING');
    await server.advance(7 * dayMs);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(1_000);
  });

  it('over a blockchain names its on-chain transaction', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const made = await deposit(server, { accountId: accounts['USDC'], amount: 5_000_000, route: 'POLYGON' });
    expect(made.body.source).toMatchObject({ currency: 'USDC', onChainTransaction: { network: 'POLYGON' } });
    await server.advance(minuteMs);
    expect(await balanceOf(server, accounts['USDC'] ?? '')).toBe(5_000_000);
    await expectHealthy(server);
  });

  it('can be made to an account of the platform', async () => {
    const server = await start();
    const { body } = await server.request('GET', '/platform/internal-accounts?currency=EUR');
    const { reference } = body.data[0].fundingPaymentInstructions[0].accountOrWalletInfo;
    const made = await deposit(server, { reference, amount: 700 });
    expect(made.body.customerId).toBeUndefined();
    await server.advance(minuteMs);
    expect(await balanceOf(server, body.data[0].id)).toBe(700);
  });

  it.each([
    ['002', 'COLLECTION_FAILED'],
    ['010', 'COMPLIANCE_REJECTED'],
  ])('from an account that ends in %s fails with %s, without a refund', async (suffix, reason) => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const payer = { accountIdentifier: `000123456${suffix}` };
    const { body } = await deposit(server, { accountId: accounts['USD'], amount: 1_000, ...payer });
    await server.advance(minuteMs);
    const failed = await server.request('GET', `/transactions/${body.id}`);
    expect(failed.body).toMatchObject({ status: 'FAILED', failureReason: reason });
    expect(failed.body.refund).toBeUndefined();
    expect(await eventsOf(server, body.id)).toEqual(incoming('PENDING', 'FAILED'));
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    await expectHealthy(server);
  });

  it('to an account FROZEN before it clears fails and is refunded', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const { body } = await deposit(server, { accountId: accounts['USD'], amount: 1_000 });
    await server.request('POST', `/sandbox/internal-accounts/${accounts['USD']}/status`, { status: 'FROZEN' });
    await server.advance(minuteMs);
    const { body: failed } = await server.request('GET', `/transactions/${body.id}`);
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } });
    expect(await eventsOf(server, body.id)).toEqual(
      incoming('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    await expectHealthy(server);
  });

  it('for a REJECTED customer fails and is refunded', async () => {
    const server = await start();
    const facts = { ...person, fullName: 'Ada 002', endUserTermsConsent: consent };
    const customerId = await newCustomerId(server, facts);
    const [{ reference }] = await instructionsOf(server, customerId, 'USD');
    const { body } = await deposit(server, { reference, amount: 1_000 });
    await server.advance(minuteMs);
    const { body: failed } = await server.request('GET', `/transactions/${body.id}`);
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } });
    expect(await balanceOf(server, failed.destination.accountId)).toBe(0);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    await expectHealthy(server);
  });

  it('in USDC for a REJECTED customer fails, and its refund fails too', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, { ...person, fullName: 'Ada 002', endUserTermsConsent: consent });
    const { body: listed } = await server.request(
      'GET',
      `/customers/internal-accounts?customerId=${customerId}&currency=USDC`,
    );
    const accountId: string = listed.data[0].id;
    const { body } = await deposit(server, { accountId, amount: 1_000 });
    await server.advance(hourMs);
    const { body: failed } = await server.request('GET', `/transactions/${body.id}`);
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'FAILED' } });
    expect(await balanceOf(server, accountId)).toBe(0);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    await expectHealthy(server);
  });

  it('is refused with a missing, ambiguous or unknown target, a wrong amount or a wrong rail', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const accountId = accounts['USD'];
    expect(refusedFields(await deposit(server, { amount: 1 }))).toEqual(['reference']);
    expect(refusedFields(await deposit(server, { amount: 1, accountId, reference: 'PP7K3M9Q2X' }))).toEqual([
      'reference',
    ]);
    expect(refusedFields(await deposit(server, { amount: 0, accountId }))).toEqual(['amount']);
    expect(refusedFields(await deposit(server, { amount: 1, accountId, route: 'PIX' }))).toEqual(['route']);
    const largest = Number.MAX_SAFE_INTEGER;
    await deposit(server, { amount: 1, accountId });
    await server.advance(minuteMs);
    expect(refusedFields(await deposit(server, { amount: largest, accountId }))).toEqual(['amount']);
    expect((await deposit(server, { amount: 1, reference: 'PP7K3M9Q2X' })).body.code).toBe('REFERENCE_NOT_FOUND');
    const unknown = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
    expect((await deposit(server, { amount: 1, accountId: unknown })).body.code).toBe('ACCOUNT_NOT_FOUND');
    const quoteId = 'Quote:0198c0de-7a15-7c41-9e4f-00000000000c';
    expect((await deposit(server, { amount: 1, quoteId })).body.code).toBe('QUOTE_NOT_FOUND');
  });

  it('does not reach an account of another platform by its reference', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const [{ reference }] = await instructionsOf(server, customerId, 'USD');
    const stranger = await start();
    expect((await deposit(stranger, { amount: 1, reference })).body.code).toBe('REFERENCE_NOT_FOUND');
  });
});

eachEngine('a deposit to an internal account', (start) => {
  it('is listed by reference and by senderAccountIdentifier', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const [{ reference }] = await instructionsOf(server, customerId, 'USD');
    const { body } = await deposit(server, { reference, amount: 1_000, accountIdentifier: '000555' });
    for (const filter of [`reference=${reference}`, 'senderAccountIdentifier=000555']) {
      const listed = await server.request('GET', `/transactions?${filter}`);
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    }
  });
});

oneEngine('a deposit for a quote by its reference', (start) => {
  it('starts the payment of the quote, once only', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    const { reference } = quote.paymentInstructions[0].accountOrWalletInfo;
    const paid = await deposit(server, { reference, amount: 10_000, route: 'FEDNOW' });
    expect(paid.body).toMatchObject({
      id: quote.transactionId,
      status: 'PROCESSING',
      source: { paymentRail: 'FEDNOW' },
    });
    expect(refusedFields(await deposit(server, { reference, amount: 10_000 }))).toEqual(['reference']);
    expect(refusedFields(await deposit(server, { quoteId: quote.id, amount: 10_000 }))).toEqual(['quoteId']);
  });

  it.each([
    ['already processed', minuteMs * 6],
    ['not yet processed', 0],
  ])('that arrives after expiry (%s) is refunded with the reason TIMEOUT', async (_state, laterMs) => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    if (laterMs === 0) server.clock.moveTo(quote.expiresAt);
    else await server.advance(laterMs);
    const late = await deposit(server, { quoteId: quote.id, amount: 10_000 });
    expect(late.body).toMatchObject({ status: 'EXPIRED', refund: { status: 'PENDING', reason: 'TIMEOUT' } });
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.EXPIRED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('EXPIRED');
    expect(refusedFields(await deposit(server, { quoteId: quote.id, amount: 10_000 }))).toEqual(['quoteId']);
    await expectHealthy(server);
  });

  it('in USDC that arrives after expiry is credited to the payer', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, {
      to: accounts['USD'] ?? '',
      customerId,
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 4_000_000,
    });
    await server.advance(dayMs);
    const late = await deposit(server, { quoteId: quote.id, amount: 3_999_999 });
    expect(late.body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    await server.advance(minuteMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(
      incoming('PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    expect(await balanceOf(server, accounts['USDC'] ?? '')).toBe(3_999_999);
    expect((await payIn(server, quote)).body.code).toBe('QUOTE_EXPIRED');
    await expectHealthy(server);
  });
});
