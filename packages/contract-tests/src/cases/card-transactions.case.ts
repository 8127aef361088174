import { orThrow } from '@payments-platform/client';
import type { CardId, CardTransaction, CardTransactionId, CurrencyCode, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { issueCard, openCardholder } from '../parties/card.ts';
import { accountIn, openPayer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, StatefulPlatform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const day = 86_400_000;

const atMerchants = {
  authorization: '/sandbox/cards/{id}/simulate/authorization',
  financial: '/sandbox/cards/{id}/simulate/financial_authorization',
  credit: '/sandbox/cards/{id}/simulate/credit_authorization',
  creditAdvice: '/sandbox/cards/{id}/simulate/credit_authorization_advice',
  financialCredit: '/sandbox/cards/{id}/simulate/financial_credit_authorization',
} as const;

interface Purchase {
  readonly amount?: number;
  readonly at?: string;
  readonly code?: CurrencyCode;
}

function ask(
  { client }: Platform,
  id: CardId,
  kind: keyof typeof atMerchants,
  { amount = 1_250, at = 'CORNER BOOKSHOP', code = 'USD' }: Purchase = {},
) {
  const body = { amount, currency: { code }, merchant: { descriptor: at, mcc: '5942', country: 'US' } };
  return client.POST(atMerchants[kind], { params: { path: { id } }, body });
}

/** The transaction of a simulation, by the token that both have. */
async function told(
  { client }: Platform,
  cardId: CardId,
  { issuerTransactionToken }: { readonly issuerTransactionToken: string },
): Promise<Received<'CardTransaction'>> {
  const { data } = await orThrow(client.GET('/transactions', { params: { query: { cardId, limit: 100 } } }));
  const found = data.find((row) => row.type === 'CARD' && row.issuerTransactionToken === issuerTransactionToken);
  if (found?.type !== 'CARD') throw new Error('no transaction of the card has the token of the simulation');
  return found;
}

async function spend(
  platform: Platform,
  cardId: CardId,
  kind: keyof typeof atMerchants,
  purchase: Purchase = {},
): Promise<Received<'CardTransaction'>> {
  return told(platform, cardId, await orThrow(ask(platform, cardId, kind, purchase)));
}

interface Named {
  readonly id: CardTransactionId;
  readonly cardId: CardId;
}

function clear({ client }: Platform, { id, cardId }: Named, amount: number) {
  const body = { cardTransactionId: id, amount };
  return client.POST('/sandbox/cards/{id}/simulate/clearing', { params: { path: { id: cardId } }, body });
}

function advise({ client }: Platform, { id, cardId }: Named, amount: number) {
  const body = { cardTransactionId: id, amount };
  return client.POST('/sandbox/cards/{id}/simulate/authorization_advice', { params: { path: { id: cardId } }, body });
}

function giveBack({ client }: Platform, { id, cardId }: Named, amount: number) {
  const body = { cardTransactionId: id, amount };
  return client.POST('/sandbox/cards/{id}/simulate/return', { params: { path: { id: cardId } }, body });
}

function callOff({ client }: Platform, { id, cardId }: Named) {
  const body = { cardTransactionId: id };
  return client.POST('/sandbox/cards/{id}/simulate/authorization_reversal', { params: { path: { id: cardId } }, body });
}

function takeBack({ client }: Platform, { id }: Pick<Named, 'id'>) {
  return client.POST('/sandbox/cards/{id}/simulate/return_reversal', { params: { path: { id } } });
}

async function read({ client }: Platform, { id }: Pick<Named, 'id'>): Promise<CardTransaction | object> {
  return orThrow(client.GET('/transactions/{transactionId}', { params: { path: { transactionId: id } } }));
}

/** The events of a transaction by the last part of their type, once they have arrived. */
async function events(platform: StatefulPlatform, { id }: Pick<Named, 'id'>): Promise<string[]> {
  await platform.advance(0);
  return platform.webhooks.about(id).map(({ event }) => event.type.replace('CARD_TRANSACTION.', ''));
}

/** The available balance, and the total including holds. */
async function amounts(platform: Platform, { customerId }: { readonly customerId: Received<'Card'>['cardholderId'] }) {
  const { balance, totalBalance } = await accountIn(platform, customerId, 'USD');
  return [balance.amount, totalBalance.amount];
}

/** Every sequence of events that a card transaction can have. */
export function cardTransactionCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock moves no money and sends no events');

  describe('a card transaction', () => {
    scenario('is simulated and listed among the transactions of its card', async (platform) => {
      if (!target.isStateful) {
        const card = 'Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5';
        const client = platform.connect({ expected: { status: 200, example: 'cardTransactions' } });
        const { issuerTransactionToken } = await orThrow(ask(platform, card, 'authorization'));
        const { data } = await orThrow(client.GET('/transactions', { params: { query: { cardId: card } } }));
        expect(data[0]).toMatchObject({ type: 'CARD', issuerTransactionToken });
        return;
      }
      const { cardId } = await openCardholder(platform);
      const row = await spend(platform, cardId, 'authorization');
      expect(row).toMatchObject({ type: 'CARD', status: 'AUTHORIZED', direction: 'DEBIT', cardId });
      expect(await read(platform, row)).toEqual(row);
    });

    stateful('is settled with a tip, refunded in part, and the refund reversed', async (platform) => {
      const holder = await openCardholder(platform);
      const row = await spend(platform, holder.cardId, 'authorization');
      expect(await amounts(platform, holder)).toEqual([48_750, 50_000]);
      await orThrow(clear(platform, row, 1_500));
      expect(await amounts(platform, holder)).toEqual([48_500, 48_500]);
      const refund = await told(platform, holder.cardId, await orThrow(giveBack(platform, row, 500)));
      expect(refund).toMatchObject({ direction: 'CREDIT', originalTransactionId: row.id, status: 'SETTLED' });
      expect(await amounts(platform, holder)).toEqual([49_000, 49_000]);
      await orThrow(takeBack(platform, refund));
      expect(await amounts(platform, holder)).toEqual([48_500, 48_500]);
      expect(await events(platform, row)).toEqual(['AUTHORIZED', 'SETTLED', 'SETTLED', 'SETTLED']);
      expect(await events(platform, refund)).toEqual(['SETTLED', 'SETTLED']);
    });

    stateful('is settled in two parts after its authorization was raised and lowered', async (platform) => {
      const holder = await openCardholder(platform);
      const row = await spend(platform, holder.cardId, 'authorization');
      await orThrow(advise(platform, row, 2_000));
      await orThrow(advise(platform, row, 1_000));
      expect(await amounts(platform, holder)).toEqual([49_000, 50_000]);
      await orThrow(clear(platform, row, 600));
      await orThrow(clear(platform, row, 400));
      expect(await amounts(platform, holder)).toEqual([49_000, 49_000]);
      const expected = ['AUTHORIZED', 'AUTHORIZED', 'AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED'];
      expect(await events(platform, row)).toEqual(expected);
    });

    stateful('settles at 0 when it is reversed, cleared with 0, or expired after 7 days', async (platform) => {
      const holder = await openCardholder(platform);
      const [off, nothing, expired] = [
        await spend(platform, holder.cardId, 'authorization'),
        await spend(platform, holder.cardId, 'authorization'),
        await spend(platform, holder.cardId, 'authorization'),
      ];
      await orThrow(callOff(platform, off));
      await orThrow(clear(platform, nothing, 0));
      await platform.advance(7 * day);
      for (const row of [off, nothing, expired]) {
        expect(await read(platform, row)).toMatchObject({ status: 'SETTLED', settledAmount: { amount: 0 } });
        expect(await events(platform, row)).toEqual(['AUTHORIZED', 'SETTLED']);
      }
      expect(await amounts(platform, holder)).toEqual([50_000, 50_000]);
    });

    stateful('is declined for the card, its limit, its balance, and at merchants that decline', async (platform) => {
      const payer = await openPayer(platform, { amount: 2_000 });
      const { id: cardId } = await issueCard(platform, payer, { maxSpendPerTransaction: 1_500 });
      const reason = async (purchase: Purchase): Promise<string | undefined> => {
        const row = await spend(platform, cardId, 'authorization', purchase);
        expect(await events(platform, row)).toEqual(['DECLINED']);
        return row.declineReason;
      };
      expect(await reason({ amount: 1_501 })).toBe('SPEND_LIMIT_EXCEEDED');
      expect(await reason({ at: 'SHOP 002' })).toBe('INSUFFICIENT_FUNDS');
      expect(await reason({ at: 'SHOP 003' })).toBe('CARD_PAUSED');
      await spend(platform, cardId, 'authorization', { amount: 1_500 });
      expect(await reason({ amount: 501 })).toBe('INSUFFICIENT_FUNDS');
      const params = { path: { id: cardId } };
      await orThrow(platform.client.PATCH('/cards/{id}', { params, body: { state: 'FROZEN' } }));
      expect(await reason({ amount: 1 })).toBe('CARD_PAUSED');
      await orThrow(platform.client.PATCH('/cards/{id}', { params, body: { state: 'CLOSED' } }));
      expect(await reason({ amount: 1 })).toBe('CARD_NOT_ACTIVE');
    });

    stateful('emits EXCEPTION when the debit fails', async (platform) => {
      const holder = await openCardholder(platform, 1_250);
      const tipped = await spend(platform, holder.cardId, 'authorization');
      await orThrow(clear(platform, tipped, 1_500));
      expect(await events(platform, tipped)).toEqual(['AUTHORIZED', 'SETTLED', 'EXCEPTION']);
      expect(await amounts(platform, holder)).toEqual([0, 0]);
      const other = await openCardholder(platform);
      const failing = await spend(platform, other.cardId, 'financial', { at: 'SHOP 006' });
      expect(await events(platform, failing)).toEqual(['SETTLED', 'EXCEPTION']);
      expect(await amounts(platform, other)).toEqual([50_000, 50_000]);
    });

    stateful('settles at once as a financial authorization, and a balance inquiry holds nothing', async (platform) => {
      const holder = await openCardholder(platform);
      const bought = await spend(platform, holder.cardId, 'financial', { at: 'SHOP 005' });
      expect(bought.pullSummary).toEqual({ count: 1, totalAmount: 1_250, pendingCount: 1 });
      await platform.advance(30_000);
      expect(await read(platform, bought)).toMatchObject({ pullSummary: { pendingCount: 0 } });
      expect(await events(platform, bought)).toEqual(['SETTLED']);
      const path = '/sandbox/cards/{id}/simulate/balance_inquiry';
      const params = { path: { id: holder.cardId } };
      const merchant = { descriptor: 'CASH MACHINE' };
      const asked = await orThrow(platform.client.POST(path, { params, body: { merchant } }));
      const inquiry = await told(platform, holder.cardId, asked);
      expect(inquiry).toMatchObject({ status: 'AUTHORIZED', authorizedAmount: { amount: 0 } });
      expect(await amounts(platform, holder)).toEqual([48_750, 48_750]);
    });

    stateful('credits the card without a purchase, after an authorization or at once', async (platform) => {
      const holder = await openCardholder(platform, 0);
      for (const kind of ['credit', 'creditAdvice'] as const) {
        const announced = await spend(platform, holder.cardId, kind, { amount: 100 });
        await orThrow(clear(platform, announced, 100));
        expect(await events(platform, announced)).toEqual(['AUTHORIZED', 'SETTLED']);
      }
      const paid = await spend(platform, holder.cardId, 'financialCredit', { amount: 50 });
      expect(await events(platform, paid)).toEqual(['SETTLED']);
      expect(await amounts(platform, holder)).toEqual([250, 250]);
    });

    stateful('is refused for another currency, an unknown transaction or an impossible step', async (platform) => {
      const { cardId } = await openCardholder(platform);
      const row = await spend(platform, cardId, 'authorization');
      const nobody: Named = { ...row, id: `${row.id.slice(0, -4)}ffff` as CardTransactionId };
      for (const kind of Object.keys(atMerchants) as (keyof typeof atMerchants)[])
        expect(await refusalOf(ask(platform, cardId, kind, { code: 'EUR' }))).toMatchObject({
          code: 'INVALID_CURRENCY',
        });
      for (const refused of [
        clear(platform, nobody, 1),
        advise(platform, nobody, 1),
        giveBack(platform, nobody, 1),
        callOff(platform, nobody),
        takeBack(platform, nobody),
      ])
        expect(await refusalOf(refused)).toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
      expect(await refusalOf(giveBack(platform, row, 1))).toMatchObject({ code: 'INVALID_INPUT' });
      expect(await refusalOf(takeBack(platform, row))).toMatchObject({ code: 'INVALID_INPUT' });
      await orThrow(callOff(platform, row));
      for (const refused of [clear(platform, row, 1), advise(platform, row, 1), callOff(platform, row)])
        expect(await refusalOf(refused)).toMatchObject({ code: 'INVALID_INPUT' });
    });
  });
}
