import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';

const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
const mxn = { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 };
const eur = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

async function transaction(server: TestServer, id: string) {
  return (await server.request('GET', `/transactions/${id}`)).body;
}

oneEngine('the fields of a transaction', (start) => {
  it('are complete on an outgoing payment, from PENDING to COMPLETED', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { platformCustomerId } = (await server.request('GET', `/customers/${customerId}`)).body;
    const [from, to] = [accounts['USD'] ?? '', await makeMxnAccount(server, customerId)];
    const platformFeeOverride = { platformFixedFee: { amount: 20, currency: 'USD' }, platformVariableFeeBps: 30 };
    const request = quoteBody({ from, to, extra: { description: 'Rent', platformFeeOverride } });
    const { body: quote } = await server.request('POST', '/quotes', request);
    const pending = {
      id: quote.transactionId,
      type: 'OUTGOING',
      direction: 'DEBIT',
      status: 'PENDING',
      customerId,
      platformCustomerId,
      quoteId: quote.id,
      source: { sourceType: 'ACCOUNT', accountId: from, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: to, currency: 'MXN' },
      sentAmount: { amount: quote.totalSendingAmount, currency: usd },
      receivedAmount: { amount: quote.totalReceivingAmount, currency: mxn },
      exchangeRate: 0.0541,
      fees: quote.feesIncluded,
      platformFees: { amount: 50, currency: usd },
      rateDetails: quote.rateDetails,
      paymentRail: 'SPEI',
      railSelectionMode: 'AUTO',
      settlementTimelineSeconds: 2,
      description: 'Rent',
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    };
    expect(await transaction(server, quote.transactionId)).toEqual(pending);
    await server.advance(minuteMs);
    await server.request('POST', `/quotes/${quote.id}/execute`);
    await server.advance(minuteMs);
    const settledAt = '2025-01-01T00:01:02.000Z';
    expect(await transaction(server, quote.transactionId)).toEqual({
      ...pending,
      status: 'COMPLETED',
      expectedSettlementAt: settledAt,
      settledAt,
      updatedAt: settledAt,
    });
  });

  it('are complete on a transfer between internal accounts', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { platformCustomerId } = (await server.request('GET', `/customers/${customerId}`)).body;
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const request = quoteBody({ from, to, extra: { immediatelyExecute: true } });
    const { body: quote } = await server.request('POST', '/quotes', request);
    await server.advance(minuteMs);
    const settledAt = '2025-01-01T00:00:01.000Z';
    expect(await transaction(server, quote.transactionId)).toEqual({
      id: quote.transactionId,
      type: 'INCOMING',
      direction: 'CREDIT',
      status: 'COMPLETED',
      customerId,
      platformCustomerId,
      quoteId: quote.id,
      source: { sourceType: 'ACCOUNT', accountId: from, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: to, currency: 'EUR' },
      sentAmount: { amount: quote.totalSendingAmount, currency: usd },
      receivedAmount: { amount: quote.totalReceivingAmount, currency: eur },
      exchangeRate: 1.0842,
      fees: quote.feesIncluded,
      settledAt,
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: settledAt,
    });
  });

  it('name no customer when the platform moves its own money', async () => {
    const server = await start();
    const { body } = await server.request('GET', '/platform/internal-accounts');
    const accountOf = (code: string): string =>
      body.data.find((account: { balance: { currency: { code: string } } }) => account.balance.currency.code === code)
        .id;
    const request = quoteBody({ from: accountOf('USD'), to: accountOf('EUR') });
    const { body: quote } = await server.request('POST', '/quotes', request);
    const shown = await transaction(server, quote.transactionId);
    expect(shown).not.toHaveProperty('customerId');
    expect(shown).not.toHaveProperty('platformCustomerId');
  });

  it('show a refund from its start, while the status of the payment stays FAILED', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId, '002');
    const request = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const { body: quote } = await server.request('POST', '/quotes', request);
    expect(await transaction(server, quote.transactionId)).not.toHaveProperty('refund');
    await server.advance(2 * secondMs);
    const failed = await transaction(server, quote.transactionId);
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(failed).not.toHaveProperty('settledAt');
    expect(failed.refund).toEqual({
      reference: expect.any(String),
      initiatedAt: '2025-01-01T00:00:02.000Z',
      status: 'PENDING',
      reason: 'TRANSACTION_FAILED',
    });
    await server.advance(minuteMs);
    const refunded = await transaction(server, quote.transactionId);
    expect(refunded.refund).toEqual({ ...failed.refund, status: 'COMPLETED', settledAt: '2025-01-01T00:00:04.000Z' });
    expect(refunded).toEqual({ ...failed, refund: refunded.refund, updatedAt: '2025-01-01T00:00:04.000Z' });
  });
});
