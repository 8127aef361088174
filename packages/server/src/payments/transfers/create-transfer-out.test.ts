import { expect, it } from 'vitest';
import { amountsOn, bookshop, makeCardholder } from '../../../test/cards.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { ledgerOf } from '../../../test/ledger-of.ts';
import {
  balanceOf,
  eventsOf,
  fund,
  makeMxnAccount,
  makeSender,
  makeUsdAccount,
  quoteBody,
} from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

interface Parts {
  readonly from: string;
  readonly to: string;
  readonly amount?: number;
  readonly rail?: string;
  readonly extra?: object;
}

function transferOut(server: TestServer, { from, to, amount, rail, extra = {} }: Parts): Promise<Answer> {
  const paymentRail = rail === undefined ? {} : { paymentRail: rail };
  const body = { source: { accountId: from }, destination: { accountId: to, ...paymentRail }, ...extra };
  return server.request('POST', '/transfer-out', amount === undefined ? body : { ...body, amount });
}

oneEngine('a transfer out', (start) => {
  it.each(['111', '008', '009', '010', '011', '012'])(
    'has the same ledger entries and events as a quote, to an account ending in %s',
    async (suffix) => {
      const server = await start();
      const { customerId, accounts } = await makeSender(server);
      const from = accounts['USD'] ?? '';
      const to = await makeUsdAccount(server, customerId, suffix);
      const transfer = await transferOut(server, { from, to, amount: 12_345 });
      expect([transfer.status, transfer.headers['deprecation']]).toEqual([201, expect.stringMatching(/^@\d+$/)]);
      expect(transfer.body).toMatchObject({ type: 'OUTGOING', status: 'PROCESSING', sentAmount: { amount: 12_345 } });
      const body = quoteBody({ from, to, amount: 12_345, extra: { immediatelyExecute: true } });
      const { body: quote } = await server.request('POST', '/quotes', body);
      await server.advance(3 * dayMs);
      const [made, asked] = [transfer.body.id, quote.transactionId];
      expect(await eventsOf(server, made)).toEqual(await eventsOf(server, asked));
      expect(await ledgerOf(server, made)).toEqual(await ledgerOf(server, asked));
      const own = { id: '', quoteId: '', refund: '' };
      const [one, other] = [
        await server.request('GET', `/transactions/${made}`),
        await server.request('GET', `/transactions/${asked}`),
      ];
      expect({ ...one.body, ...own }).toEqual({ ...other.body, ...own });
    },
  );

  it.each([
    ['002', 'QUOTE_EXECUTION_FAILED', 0],
    ['003', 'ACCOUNT_INVALID', 0],
    ['004', 'ACCOUNT_CANNOT_RECEIVE', 0],
    ['005', 'QUOTE_EXECUTION_FAILED', 30_000],
  ])('to an account ending in %s fails with %s after %i milliseconds, whatever its rail', async (suffix, code, ms) => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId, suffix);
    const { body } = await transferOut(server, { from, to, amount: 12_345, rail: 'ACH' });
    if (ms > 0) {
      await server.advance(ms - 1);
      expect((await server.request('GET', `/transactions/${body.id}`)).body.status).toBe('PROCESSING');
    }
    await server.advance(1);
    const failed = { status: 'FAILED', failureReason: code, refund: { status: 'PENDING' } };
    expect((await server.request('GET', `/transactions/${body.id}`)).body).toMatchObject(failed);
    await server.advance(minuteMs);
    const ways = ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
    expect(await eventsOf(server, body.id)).toEqual(ways.map((way) => `OUTGOING_PAYMENT.${way}`));
    expect(await balanceOf(server, from)).toBe(1_000_000);
  });

  it.each(['006', '007'])(
    'to an account ending in %s arrives, and is refunded once it is cancelled',
    async (suffix) => {
      const server = await start();
      const { customerId, accounts } = await makeSender(server);
      const from = accounts['USD'] ?? '';
      const to = await makeUsdAccount(server, customerId, suffix);
      const { body } = await transferOut(server, { from, to, amount: 12_345 });
      const stopped = await transferOut(server, { from, to, amount: 12_345, rail: 'ACH' });
      expect((await server.request('POST', `/transactions/${stopped.body.id}/cancel`)).status).toBe(200);
      await server.advance(minuteMs);
      expect((await server.request('GET', `/transactions/${body.id}`)).body.status).toBe('COMPLETED');
      const cancelled = { status: 'FAILED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } };
      expect((await server.request('GET', `/transactions/${stopped.body.id}`)).body).toMatchObject(cancelled);
      expect(await balanceOf(server, from)).toBe(1_000_000 - 12_345);
    },
  );

  it('carries its rail, remittance information and purpose, and refuses a rail that does not fit', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const parts = { from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId), amount: 5_000 };
    const extra = { remittanceInformation: 'Invoice 7', purposeOfPayment: 'SALARY_PAYMENT' };
    const { body } = await transferOut(server, { ...parts, rail: 'ACH', extra });
    const ach = { paymentRail: 'ACH', railSelectionMode: 'MANUAL', settlementTimelineSeconds: 172_800 };
    expect(body).toMatchObject({ ...ach, ...extra });
    expect((await server.request('GET', `/quotes/${body.quoteId}`)).body).toMatchObject({
      exchangeRate: 1,
      feesIncluded: 5,
    });
    expect(refusedFields(await transferOut(server, { ...parts, rail: 'PIX' }))).toEqual(['destination.paymentRail']);
  });

  it('sends the whole balance when no amount is given', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 7_777);
    const parts = { from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) };
    expect((await transferOut(server, parts)).body.sentAmount.amount).toBe(7_777);
    expect(await balanceOf(server, parts.from)).toBe(0);
    expect((await transferOut(server, parts)).body.code).toBe('INSUFFICIENT_FUNDS');
  });

  it('is refused with the codes of a quote, and with INVALID_CURRENCY when it would convert', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 1_000);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId);
    const codeOf = async (parts: Parts): Promise<string> => (await transferOut(server, parts)).body.code;
    expect(await codeOf({ from, to, amount: 1_001 })).toBe('INSUFFICIENT_FUNDS');
    // A transfer has no quote that its caller has seen.
    for (const amount of [1_001, 100_000_001, 2 ** 53 - 1])
      expect((await transferOut(server, { from, to, amount })).body.reason).not.toMatch(/quote|lockedCurrency/i);
    expect(await codeOf({ from, to: await makeMxnAccount(server, customerId), amount: 1 })).toBe('INVALID_CURRENCY');
    const unknown = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
    for (const amount of [1, undefined])
      expect(await codeOf({ from: unknown, to, ...(amount === undefined ? {} : { amount }) })).toBe(
        'ACCOUNT_NOT_FOUND',
      );
    await fund(server, from, 200_000_000);
    expect(await codeOf({ from, to, amount: 100_000_001 })).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
  });

  it('is created once under one idempotency key', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const body = {
      source: { accountId: accounts['USD'] },
      destination: { accountId: await makeUsdAccount(server, customerId) },
      amount: 1_000,
    };
    const key = { 'Idempotency-Key': 'one-transfer' };
    const first = await server.request('POST', '/transfer-out', body, key);
    const again = await server.request('POST', '/transfer-out', body, key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await server.request('POST', '/transfer-out', { ...body, amount: 1 }, key)).body.code).toBe(
      'INVALID_INPUT',
    );
    await server.advance(dayMs / 2);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(999_000);
  });
});

eachEngine('a transfer of the whole balance', (start) => {
  it('sends exactly what parallel card purchases leave', async () => {
    const server = await start();
    for (let round = 0; round < 4; round += 1) {
      const { cardId, customerId, accountId: from } = await makeCardholder(server, 10_000);
      const to = await makeUsdAccount(server, customerId);
      const purchase = { amount: 1_000, currency: { code: 'USD' }, merchant: bookshop };
      const buy = () => server.request('POST', `/sandbox/cards/${cardId}/simulate/authorization`, purchase);
      const sendAll = () => transferOut(server, { from, to });
      const answers = await Promise.all([buy(), sendAll(), buy(), sendAll(), buy()]);
      const sent = answers.filter(({ status }) => status === 201);
      expect(sent).toHaveLength(1);
      const [balance, total] = await amountsOn(server, from);
      expect([balance, total + sent[0]?.body.sentAmount.amount]).toEqual([0, 10_000]);
    }
    await expectHealthy(server);
  });
});
