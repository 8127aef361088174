import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import {
  afterwards,
  amountsOn,
  atMerchant,
  bookshop,
  issueCard,
  makeCardholder,
  readTransaction,
  reverseReturn,
  setCardState,
} from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { dayMs } from '../../ground/clock/instant.ts';
import { operations } from '../../modules.ts';

const simulations = Object.keys(operations)
  .filter((id) => id.startsWith('sandboxSimulateCard'))
  .sort();
const unknownCard = 'Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5';
const unknownTransaction = 'CardTransaction:0198c0de-7a26-7c1f-9e07-a1b2c3d4e5f6';
const purchase = { amount: 1250, currency: { code: 'USD' }, merchant: bookshop };

const atMerchants = [
  'authorization',
  'credit_authorization',
  'credit_authorization_advice',
  'financial_authorization',
  'financial_credit_authorization',
] as const;
const following = ['clearing', 'authorization_advice', 'authorization_reversal', 'return'] as const;

oneEngine('the simulations of a card', (start) => {
  it('are eleven, and return NOT_FOUND in production before any other check', async () => {
    expect(simulations).toEqual([
      'sandboxSimulateCardAuthorization',
      'sandboxSimulateCardAuthorizationAdvice',
      'sandboxSimulateCardAuthorizationReversal',
      'sandboxSimulateCardBalanceInquiry',
      'sandboxSimulateCardClearing',
      'sandboxSimulateCardCreditAuthorization',
      'sandboxSimulateCardCreditAuthorizationAdvice',
      'sandboxSimulateCardFinancialAuthorization',
      'sandboxSimulateCardFinancialCreditAuthorization',
      'sandboxSimulateCardReturn',
      'sandboxSimulateCardReturnReversal',
    ]);
    const server = await start({ environment: 'PRODUCTION' });
    for (const kind of [...atMerchants, ...following, 'balance_inquiry', 'return_reversal']) {
      const answer = await server.request('POST', `/sandbox/cards/nonsense/simulate/${kind}`, { amount: -1 });
      expect([kind, answer.status, answer.body.code]).toEqual([kind, 404, 'NOT_FOUND']);
    }
  });

  it('require the permission TRANSACT', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const viewer = await server.withToken(['VIEW']);
    const answer = await viewer.request('POST', `/sandbox/cards/${cardId}/simulate/authorization`, purchase);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each(atMerchants)('check the body, the card and the currency of %s, in this order', async (kind) => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const ask = async (card: string, parts: object): Promise<[number, string]> => {
      const answer = await server.request('POST', `/sandbox/cards/${card}/simulate/${kind}`, { ...purchase, ...parts });
      return [answer.status, answer.body.code];
    };
    const inEuros = { currency: { code: 'EUR' } };
    expect(await ask(unknownCard, { amount: 0, ...inEuros })).toEqual([400, 'INVALID_INPUT']);
    expect(await ask(unknownCard, { merchant: { ...bookshop, mcc: '59' } })).toEqual([400, 'INVALID_INPUT']);
    expect(await ask(unknownCard, { merchant: { ...bookshop, country: 'USA' } })).toEqual([400, 'INVALID_INPUT']);
    expect(await ask(unknownCard, inEuros)).toEqual([404, 'NOT_FOUND']);
    expect(await ask(cardId, inEuros)).toEqual([400, 'INVALID_CURRENCY']);
    const other = await start();
    const theirs = await other.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, purchase);
    expect([theirs.status, theirs.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(following)('check the body, the card, the transaction and its status of %s, in this order', async (kind) => {
    const server = await start();
    const { cardId, customerId, accountId } = await makeCardholder(server);
    const settled = await atMerchant(server, cardId, 'financial_authorization', 1250);
    const ask = async (card: string, cardTransactionId: string): Promise<[number, string, string?]> => {
      const body = { cardTransactionId, ...(kind !== 'authorization_reversal' && { amount: 2000 }) };
      const answer = await server.request('POST', `/sandbox/cards/${card}/simulate/${kind}`, body);
      return [answer.status, answer.body.code, answer.body.details?.errors?.[0]?.field];
    };
    expect(await ask(unknownCard, 'nonsense')).toEqual([400, 'INVALID_INPUT', 'cardTransactionId']);
    expect(await ask(unknownCard, settled.id)).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await ask(cardId, unknownTransaction)).toEqual([404, 'TRANSACTION_NOT_FOUND', undefined]);
    const sibling = await issueCard(server, customerId, accountId);
    expect(await ask(sibling, settled.id)).toEqual([404, 'TRANSACTION_NOT_FOUND', undefined]);
    const field = kind === 'return' ? 'amount' : 'cardTransactionId';
    expect(await ask(cardId, settled.id)).toEqual([400, 'INVALID_INPUT', field]);
  });

  it('refuse a total below the settled amount, and a refund above the remaining amount', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const row = await atMerchant(server, cardId, 'authorization', 1250);
    const ask = async (kind: string, amount: number): Promise<number> => {
      const body = { cardTransactionId: row.id, amount };
      return (await server.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body)).status;
    };
    expect(await ask('return', 1)).toBe(400);
    expect(await ask('clearing', 600)).toBe(202);
    expect(await ask('authorization_advice', 599)).toBe(400);
    expect(await ask('return', 601)).toBe(400);
    expect(await ask('return', 400)).toBe(202);
    expect(await ask('return', 201)).toBe(400);
    expect(await ask('return', 200)).toBe(202);
    expect(await readTransaction(server, row.id)).toMatchObject({
      ...{
        status: 'PARTIALLY_SETTLED',
        refundedAmount: { amount: 600 },
        refundSummary: { count: 2, totalAmount: 600 },
      },
    });
  });

  it('refuse an amount whose sum exceeds the largest safe integer', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const ask = async (kind: string, cardTransactionId: string, amount: number): Promise<[number, string?]> => {
      const body = { cardTransactionId, amount };
      const answer = await server.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body);
      return [answer.status, answer.body.details?.errors[0].field];
    };
    for (const kind of ['authorization', 'credit_authorization'] as const) {
      const settledInPart = await atMerchant(server, cardId, kind, 1250);
      await afterwards(server, settledInPart, 'clearing', 600);
      expect(await ask('clearing', settledInPart.id, Number.MAX_SAFE_INTEGER - 599)).toEqual([400, 'amount']);
      expect(await ask('clearing', settledInPart.id, Number.MAX_SAFE_INTEGER - 600)).toEqual([202, undefined]);
    }
    await atMerchant(server, cardId, 'financial_credit_authorization', 9e15);
    const pulledTwice = await atMerchant(server, cardId, 'authorization', 7e15);
    await afterwards(server, pulledTwice, 'authorization_advice', 1);
    for (const kind of ['authorization_advice', 'clearing'])
      expect(await ask(kind, pulledTwice.id, 7e15)).toEqual([400, 'amount']);
    expect(await ask('authorization_advice', pulledTwice.id, 2e15)).toEqual([202, undefined]);
  });

  it('decide by the last three characters of the merchant name, after the state of the card', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    for (const kind of atMerchants) {
      const reasons = [];
      for (const name of ['SHOP 002', 'SHOP 003', 'SHOP 004', 'SHOP 002 ']) {
        const row = await atMerchant(server, cardId, kind, 100, name);
        reasons.push(row.declineReason ?? row.status);
      }
      const approved = kind.startsWith('financial') ? 'SETTLED' : 'AUTHORIZED';
      expect([kind, reasons]).toEqual([kind, ['INSUFFICIENT_FUNDS', 'CARD_PAUSED', approved, approved]]);
    }
    await setCardState(server, cardId, 'CLOSED');
    for (const kind of atMerchants) {
      const { declineReason } = await atMerchant(server, cardId, kind, 100, 'SHOP 002');
      // An advice reports what the network has already decided, so the card does not refuse it.
      const reason = kind === 'credit_authorization_advice' ? 'INSUFFICIENT_FUNDS' : 'CARD_NOT_ACTIVE';
      expect([kind, declineReason]).toEqual([kind, reason]);
    }
  });

  it('authorize a balance inquiry for zero, hold nothing, and settle it at zero after seven days', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server);
    const ask = async (): Promise<CardTransaction> => {
      const body = { merchant: { ...bookshop, descriptor: 'CASH MACHINE 002' } };
      const answer = await server.request('POST', `/sandbox/cards/${cardId}/simulate/balance_inquiry`, body);
      expect(answer.status).toBe(202);
      const { data } = (await server.request('GET', `/transactions?cardId=${cardId}&limit=1`)).body;
      expect(data[0].issuerTransactionToken).toBe(answer.body.issuerTransactionToken);
      return data[0];
    };
    const asked = await ask();
    expect(asked).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { amount: 0 }, pullSummary: { count: 0 } });
    expect(await amountsOn(server, accountId)).toEqual([50_000, 50_000]);
    await server.advance(7 * dayMs);
    expect(await readTransaction(server, asked.id)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 } });
    await setCardState(server, cardId, 'FROZEN');
    expect(await ask()).toMatchObject({ status: 'DECLINED', declineReason: 'CARD_PAUSED' });
    const body = { merchant: bookshop };
    const unknown = await server.request('POST', `/sandbox/cards/${unknownCard}/simulate/balance_inquiry`, body);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('authorize a refund without a purchase, and credit it when it clears', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server, 1000);
    await setCardState(server, cardId, 'FROZEN');
    for (const kind of ['credit_authorization', 'credit_authorization_advice'] as const) {
      const announced = await atMerchant(server, cardId, kind, 300);
      expect(announced).toMatchObject({ status: 'AUTHORIZED', direction: 'CREDIT', authorizedAmount: { amount: 300 } });
      const before = await amountsOn(server, accountId);
      const settled = await afterwards(server, announced, 'clearing', 300);
      expect(settled).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 300 }, pullSummary: { count: 0 } });
      expect(await amountsOn(server, accountId)).toEqual(before.map((amount) => amount + 300));
    }
    const paid = await atMerchant(server, cardId, 'financial_credit_authorization', 50);
    expect(paid).toMatchObject({ status: 'SETTLED', direction: 'CREDIT', authorizedAmount: { amount: 0 } });
    expect(paid.settledAmount?.amount).toBe(50);
    expect(await amountsOn(server, accountId)).toEqual([1650, 1650]);
    await setCardState(server, cardId, 'CLOSED');
    expect(await atMerchant(server, cardId, 'credit_authorization', 1)).toMatchObject({
      ...{ status: 'DECLINED', declineReason: 'CARD_NOT_ACTIVE' },
    });
  });

  it('emit an event each for an announced refund, its advice and its reversal', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server, 1000);
    const announced = await atMerchant(server, cardId, 'credit_authorization', 300);
    const told = async () => (await committedEvents(server, announced.id)).map(({ type }) => type);
    expect(await told()).toEqual(['CARD_TRANSACTION.AUTHORIZED']);
    await afterwards(server, announced, 'authorization_advice', 250);
    const ended = await afterwards(server, announced, 'authorization_reversal');
    expect(ended).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 }, authorizedAmount: { amount: 250 } });
    expect(await amountsOn(server, accountId)).toEqual([1000, 1000]);
    expect(await told()).toEqual([
      'CARD_TRANSACTION.AUTHORIZED',
      'CARD_TRANSACTION.AUTHORIZED',
      'CARD_TRANSACTION.SETTLED',
    ]);
  });

  it('reverse a refund once, by its own id, and refuse a purchase', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server);
    const row = await atMerchant(server, cardId, 'financial_authorization', 1250);
    const refund = await afterwards(server, row, 'return', 500);
    expect(refund).toMatchObject({ direction: 'CREDIT', status: 'SETTLED', originalTransactionId: row.id });
    const ask = async (id: string): Promise<[number, string]> => {
      const answer = await server.request('POST', `/sandbox/cards/${id}/simulate/return_reversal`);
      return [answer.status, answer.body.code];
    };
    expect(await ask(cardId)).toEqual([400, 'INVALID_INPUT']);
    expect(await ask(unknownTransaction)).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect(await ask(row.id)).toEqual([400, 'INVALID_INPUT']);
    expect((await reverseReturn(server, refund)).id).toBe(refund.id);
    expect(await ask(refund.id)).toEqual([400, 'INVALID_INPUT']);
  });
});
