import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import {
  afterwards,
  amountsOn,
  atMerchant,
  issueCard,
  makeCardholder,
  readTransaction,
  replaceSource,
  reverseReturn,
  setCardState,
} from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, fund, makeSender } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

const reasonOf = ({ status, declineReason }: CardTransaction): string | undefined =>
  status === 'DECLINED' ? declineReason : status;

/** The losses of the service on the server's platform, in cents. */
async function lossesOf({ deps, tenant }: TestServer): Promise<bigint> {
  const postings = await deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('ledger_postings')
        .select('amount_minor')
        .where('tenant', '=', tenant)
        .where('account', '=', 'service:card-losses:USD'),
    ),
  );
  return postings.reduce((lostMinor, { amount_minor: amountMinor }) => lostMinor - amountMinor, 0n);
}

oneEngine('a decision about a purchase', (start) => {
  it('declines for the state of the card first, then its limit, its account and the balance', async () => {
    const server = await start();
    const { customerId, accountId, cardId } = await makeCardholder(server, 10_000, { limit: 5000 });
    const unmade = await issueCard(server, customerId, accountId, { state: 'PROCESSING' });
    const asked = (amount: number, at?: string): Promise<CardTransaction> =>
      atMerchant(server, cardId, 'authorization', amount, at);
    expect(reasonOf(await asked(5000))).toBe('AUTHORIZED');
    expect(reasonOf(await asked(5001))).toBe('SPEND_LIMIT_EXCEEDED');
    expect(reasonOf(await asked(5000))).toBe('AUTHORIZED');
    expect(reasonOf(await asked(1))).toBe('INSUFFICIENT_FUNDS');
    expect(reasonOf(await asked(1, 'PAUSED 003'))).toBe('INSUFFICIENT_FUNDS');
    await server.request('POST', `/sandbox/internal-accounts/${accountId}/status`, { status: 'FROZEN' });
    expect(reasonOf(await asked(1))).toBe('FUNDING_SOURCE_UNAVAILABLE');
    expect(reasonOf(await asked(5001))).toBe('SPEND_LIMIT_EXCEEDED');
    await setCardState(server, cardId, 'FROZEN');
    expect(reasonOf(await asked(5001))).toBe('CARD_PAUSED');
    await setCardState(server, cardId, 'CLOSED');
    expect(reasonOf(await asked(5001, 'BROKE 002'))).toBe('CARD_NOT_ACTIVE');
    expect(reasonOf(await atMerchant(server, unmade, 'authorization', 1))).toBe('CARD_NOT_ACTIVE');
    await expectHealthy(server);
  });

  it('stores a declined purchase, emits one event and moves no money', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 100);
    const events = await committedEvents(server);
    const declined = await atMerchant(server, cardId, 'authorization', 101);
    expect(declined).toMatchObject({
      ...{ status: 'DECLINED', declineReason: 'INSUFFICIENT_FUNDS', direction: 'DEBIT', accountId, cardId },
      authorizedAmount: { amount: 101, currency: { code: 'USD', decimals: 2 } },
      pullSummary: { count: 0, totalAmount: 0, pendingCount: 0 },
      refundSummary: { count: 0, totalAmount: 0 },
      settlementSummary: { count: 0, totalAmount: 0 },
    });
    expect(declined).not.toHaveProperty('settledAmount');
    expect((await committedEvents(server)).slice(events.length)).toEqual([
      { type: 'CARD_TRANSACTION.DECLINED', resourceId: declined.id, sequence: 1, data: declined },
    ]);
    await setCardState(server, cardId, 'FROZEN');
    await atMerchant(server, cardId, 'authorization', 50);
    expect(await amountsOn(server, accountId)).toEqual([100, 100]);
    await expectHealthy(server);
  });

  it('emits an approved purchase with its pull pending and returns it confirmed afterwards', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const row = await atMerchant(server, cardId, 'authorization', 1250);
    const [event] = await committedEvents(server, row.id);
    expect(event?.data).toEqual({ ...row, pullSummary: { count: 1, totalAmount: 1250, pendingCount: 1 } });
    expect(row).toMatchObject({ pullSummary: { pendingCount: 0 }, createdAt: row.authorizedAt });
    expect(Object.keys(row)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(settledAmount|refundedAmount|lastEventAt)$/)]),
    );
  });

  it('charges and refunds the account of the authorization after the funding source is replaced', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 2000);
    const [accountId, other] = [accounts['USD'] ?? '', accounts['USDB'] ?? ''];
    const cardId = await issueCard(server, customerId, accountId);
    const purchase = await atMerchant(server, cardId, 'authorization', 1250);
    await replaceSource(server, cardId, other);
    await afterwards(server, purchase, 'authorization_advice', 1500);
    await afterwards(server, purchase, 'clearing', 1700);
    await afterwards(server, purchase, 'return', 100);
    expect(await amountsOn(server, accountId)).toEqual([400, 400]);
    expect(await amountsOn(server, other)).toEqual([0, 0]);
    expect(await readTransaction(server, purchase.id)).toMatchObject({ accountId, customerId });
    expect((await atMerchant(server, cardId, 'authorization', 1)).accountId).toBe(other);
  });

  it('settles on a closed card as EXCEPTION where the account does not cover the amount', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'authorization', 1250);
    await setCardState(server, cardId, 'CLOSED');
    const settled = await afterwards(server, purchase, 'clearing', 1500);
    expect(settled).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 1500 } });
    expect(await amountsOn(server, accountId)).toEqual([0, 0]);
    await expectHealthy(server);
  });

  it('declines an amount that no account can hold with INSUFFICIENT_FUNDS', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server, 100);
    expect(reasonOf(await atMerchant(server, cardId, 'authorization', Number.MAX_SAFE_INTEGER))).toBe(
      'INSUFFICIENT_FUNDS',
    );
  });

  it('gives no money back twice when a pull fails after a refund', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 5000);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 4200, 'FAILING 006');
    await afterwards(server, purchase, 'return', 1000);
    await server.advance(1);
    expect(await readTransaction(server, purchase.id)).toMatchObject({ status: 'EXCEPTION' });
    expect(await amountsOn(server, accountId)).toEqual([5000, 5000]);
    await expectHealthy(server);
  });

  it('moves a purchase to EXCEPTION when its refund is reversed and the account has no money', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 1250);
    const refund = await afterwards(server, purchase, 'return', 500);
    await atMerchant(server, cardId, 'financial_authorization', 500);
    expect((await server.request('POST', `/sandbox/cards/${refund.id}/simulate/return_reversal`)).status).toBe(202);
    expect(await readTransaction(server, purchase.id)).toMatchObject({
      status: 'EXCEPTION',
      refundedAmount: { amount: 0 },
    });
    expect(await readTransaction(server, refund.id)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 } });
    expect(await amountsOn(server, accountId)).toEqual([0, 0]);
    await fund(server, accountId, 1);
    await expectHealthy(server);
  });

  it('gives no money back twice when a pull fails after a reversed refund was written off', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1000);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 1000, 'FAILING 006');
    const refund = await afterwards(server, purchase, 'return', 600);
    await atMerchant(server, cardId, 'financial_authorization', 600);
    await reverseReturn(server, refund);
    await server.advance(1);
    expect(await readTransaction(server, purchase.id)).toMatchObject({ status: 'EXCEPTION' });
    expect(await amountsOn(server, accountId)).toEqual([400, 400]);
    expect(await lossesOf(server)).toBe(1000n);
    await expectHealthy(server);
  });

  it.each([
    ['pays all of it', 500, 500, 'PARTIALLY_SETTLED', [0, 0], 0],
    ['has some left', 300, 300, 'PARTIALLY_SETTLED', [0, 400], 0],
    ['pays what the balance does not', 700, 300, 'PARTIALLY_SETTLED', [0, 0], 0],
    ['does not suffice even with the balance', 700, 301, 'EXCEPTION', [399, 399], 400],
  ] as const)(
    'debits a reversed refund from the hold of the purchase before writing it off, where that %s',
    async (...example) => {
      const [, cleared, spent, status, left, lost] = example;
      const server = await start();
      const { accountId, cardId } = await makeCardholder(server, 1000);
      const purchase = await atMerchant(server, cardId, 'authorization', 1000);
      await afterwards(server, purchase, 'clearing', cleared);
      const refund = await afterwards(server, purchase, 'return', cleared);
      await atMerchant(server, cardId, 'financial_authorization', spent);
      await reverseReturn(server, refund);
      expect(await readTransaction(server, purchase.id)).toMatchObject({ status, refundedAmount: { amount: 0 } });
      expect(await amountsOn(server, accountId)).toEqual(left);
      expect(await lossesOf(server)).toBe(BigInt(lost));
      await expectHealthy(server);
    },
  );

  it('debits a reversed refund from the hold of the purchase on a frozen account', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1000);
    const purchase = await atMerchant(server, cardId, 'authorization', 1000);
    await afterwards(server, purchase, 'clearing', 500);
    const refund = await afterwards(server, purchase, 'return', 500);
    await server.request('POST', `/sandbox/internal-accounts/${accountId}/status`, { status: 'FROZEN' });
    await reverseReturn(server, refund);
    expect(await amountsOn(server, accountId)).toEqual([500, 500]);
    expect(await lossesOf(server)).toBe(0n);
    await expectHealthy(server);
  });

  it('records a refund to a closed account as EXCEPTION and counts it as refunded', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 1250);
    await server.request('POST', `/sandbox/internal-accounts/${accountId}/status`, { status: 'CLOSED' });
    const refund = await afterwards(server, purchase, 'return', 500);
    expect(refund).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 500 } });
    expect(await readTransaction(server, purchase.id)).toMatchObject({
      status: 'SETTLED',
      refundedAmount: { amount: 500 },
    });
    await expectHealthy(server);
  });

  it('owes a refund to an account that is full', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 1250);
    const amount = Number.MAX_SAFE_INTEGER;
    await server.request('POST', '/sandbox/deposits', { accountId, amount, accountIdentifier: '000987654321' });
    await server.advance(minuteMs);
    expect(await balanceOf(server, accountId)).toBe(amount);
    const refund = await afterwards(server, purchase, 'return', 500);
    expect(refund).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 500 } });
    expect(await balanceOf(server, accountId)).toBe(amount);
    await expectHealthy(server);
  });
});

eachEngine('a decision about a purchase', (start) => {
  it('gives no money back twice when a pull fails while a refund is reversed', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1000);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 1000, 'FAILING 006');
    const refund = await afterwards(server, purchase, 'return', 600);
    await atMerchant(server, cardId, 'financial_authorization', 600);
    const reversal = server.request('POST', `/sandbox/cards/${refund.id}/simulate/return_reversal`);
    await Promise.all([reversal, server.advance(1)]);
    expect(await readTransaction(server, purchase.id)).toMatchObject({ status: 'EXCEPTION' });
    expect(await amountsOn(server, accountId)).toEqual([400, 400]);
    await expectHealthy(server);
  });

  it('approves exactly as many of 32 parallel purchases as the balance covers', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 7 * 1250 + 1249);
    const merchant = { descriptor: 'STADIUM' };
    const body = { amount: 1250, currency: { code: 'USD' }, merchant };
    const path = `/sandbox/cards/${cardId}/simulate/authorization`;
    await Promise.all(Array.from({ length: 32 }, () => server.request('POST', path, body)));
    const { body: listed } = await server.request('GET', `/transactions?cardId=${cardId}&limit=100`);
    const reasons = listed.data.map(reasonOf);
    expect(reasons.filter((reason: string) => reason === 'AUTHORIZED')).toHaveLength(7);
    expect(reasons.filter((reason: string) => reason === 'INSUFFICIENT_FUNDS')).toHaveLength(25);
    expect(await amountsOn(server, accountId)).toEqual([1249, 7 * 1250 + 1249]);
    await expectHealthy(server);
  });

  it('settles or expires an authorization when both happen at once, and never both', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'authorization', 1250);
    await server.advance(7 * dayMs - 1);
    server.clock.moveTo(new Date(Date.parse(server.clock.now()) + 1).toISOString());
    const clearing = server.request('POST', `/sandbox/cards/${cardId}/simulate/clearing`, {
      cardTransactionId: purchase.id,
      amount: 1250,
    });
    const [{ status }] = await Promise.all([clearing, server.advance(0)]);
    const row = await readTransaction(server, purchase.id);
    expect(row.status).toBe('SETTLED');
    expect([row.settledAmount?.amount, await amountsOn(server, accountId)]).toEqual(
      status === 202 ? [1250, [0, 0]] : [0, [1250, 1250]],
    );
    expect(await committedEvents(server, purchase.id)).toHaveLength(2);
    await expectHealthy(server);
  });
});
