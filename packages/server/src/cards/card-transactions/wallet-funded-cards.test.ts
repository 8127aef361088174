import { describe, expect, it } from 'vitest';
import { afterwards, amountsOn, atMerchant, issueCard, readTransaction } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { verifyStore } from '../../verify/verify-store.ts';
import { fundingUnits, isWritable } from './funding-units.ts';

describe('an amount of a card', () => {
  it('is exact on its account, whatever the account holds', () => {
    expect(fundingUnits({ currency: 'USD', account_currency: 'USD' }, 1250n)).toBe(1250n);
    expect(fundingUnits({ currency: 'USD', account_currency: 'USDB' }, 1250n)).toBe(12_500_000n);
    expect(fundingUnits({ currency: 'USD', account_currency: 'USDB' }, -1n)).toBe(-10_000n);
    expect(() => fundingUnits({ currency: 'USDB', account_currency: 'USD' }, 1n)).toThrow('cannot pay exactly');
  });

  it('is bounded by what can be written on its account', () => {
    const pair = { currency: 'USD', account_currency: 'USDB' } as const;
    expect([isWritable(pair, 900_719_925_474n), isWritable(pair, 900_719_925_475n)]).toEqual([true, false]);
  });
});

eachEngine('a card that an embedded wallet pays for', (start) => {
  it('declines purchases without a delegated key, and takes refunds in exact units', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const accountId = accounts['USDB'] ?? '';
    const cardId = await issueCard(server, customerId, accountId);
    expect(await atMerchant(server, cardId, 'financial_credit_authorization', 1250)).toMatchObject({
      settledAmount: { amount: 1250, currency: { code: 'USD' } },
      settlementSummary: { count: 1, totalAmount: 1250 },
    });
    expect(await amountsOn(server, accountId)).toEqual([12_500_000, 12_500_000]);
    expect(await atMerchant(server, cardId, 'authorization', 1)).toMatchObject({
      ...{ status: 'DECLINED', declineReason: 'FUNDING_SOURCE_UNAVAILABLE' },
    });
    const announced = await atMerchant(server, cardId, 'credit_authorization', 1);
    await afterwards(server, announced, 'clearing', 1);
    expect(await amountsOn(server, accountId)).toEqual([12_510_000, 12_510_000]);
    expect(await readTransaction(server, announced.id)).toMatchObject({ settledAmount: { amount: 1 } });
    const findings = await verifyStore(server.deps.database);
    expect(findings.filter(({ breach }) => breach !== null)).toEqual([]);
  });
});
