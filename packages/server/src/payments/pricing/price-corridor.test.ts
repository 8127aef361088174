import { describe, expect, it } from 'vitest';
import { noFee } from '../../engines/rates/price.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { priceCorridor, viewCorridor } from './price-corridor.ts';

const rates = createSandboxRates();
const now = '2025-01-01T00:03:00.000Z';
const fees = { service: { fixedMinor: 20n, variableBps: 50 }, platform: { fixedMinor: 50n, variableBps: 30 } };
const pounds = { rates, now, sending: 'USD', receiving: 'GBP', amountMinor: 1_000n, fees } as const;

describe('a corridor', () => {
  it('returns the amount received, the fees and the limits, one row per rail', () => {
    const corridor = priceCorridor(pounds);
    if (corridor === undefined) throw new Error('there is a rate');
    const entry = {
      sourceCurrency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
      sendingAmount: 1_000,
      minSendingAmount: 74,
      maxSendingAmount: 100_000_000,
      destinationCurrency: { code: 'GBP', name: 'Pound Sterling', symbol: '£', decimals: 2 },
      receivingAmount: 725,
      exchangeRate: 1.2706,
      fees: { fixed: 70, total: 78 },
      updatedAt: '2025-01-01T00:00:00.000Z',
    };
    expect(viewCorridor(corridor)).toEqual([
      { ...entry, destinationPaymentRail: 'FASTER_PAYMENTS' },
      { ...entry, destinationPaymentRail: 'SWIFT' },
    ]);
  });

  it('lists its rails by name', () => {
    const corridor = priceCorridor({ ...pounds, sending: 'INR', receiving: 'USD' });
    if (corridor === undefined) throw new Error('there is a rate');
    const rails = viewCorridor(corridor).map(({ destinationPaymentRail = '' }) => destinationPaymentRail);
    expect(rails.length).toBeGreaterThan(3);
    expect(rails).toEqual(rails.toSorted());
  });

  it('returns one row without a rail for a crypto asset', () => {
    const corridor = priceCorridor({ ...pounds, receiving: 'BTC' });
    if (corridor === undefined) throw new Error('there is a rate');
    expect(viewCorridor(corridor).map((entry) => Object.hasOwn(entry, 'destinationPaymentRail'))).toEqual([false]);
  });

  it('returns 0 received and the fixed fees for an amount that fees use up', () => {
    expect(priceCorridor({ ...pounds, amountMinor: 70n })).toMatchObject({ receivingMinor: 0n, feesMinor: 70n });
  });

  it('exists as long as fees and limits leave one amount to send', () => {
    const taking = (fixedMinor: bigint) =>
      priceCorridor({
        ...pounds,
        receiving: 'USD',
        fees: { service: { fixedMinor, variableBps: 0 }, platform: noFee },
      });
    expect(taking(99_999_999n)).toMatchObject({ smallestMinor: 100_000_000n, largestMinor: 100_000_000n });
    expect(taking(100_000_000n)).toBeUndefined();
    const all = { service: { fixedMinor: 0n, variableBps: 10_000 }, platform: noFee };
    expect(priceCorridor({ ...pounds, fees: all })).toBeUndefined();
  });

  it('does not exist where the pair has no rate', () => {
    expect(priceCorridor({ ...pounds, receiving: 'ARS' })).toBeUndefined();
  });
});
