import { accountFacts, rails as railFacts } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../ground/clock/instant.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import type { RailName } from './rails.ts';
import { usualMs } from './timelines.ts';

/** The usual times from execution to arrival, as documented for integrators. */
const told: Readonly<Record<string, readonly [fromMs: number, toMs: number, rails: readonly RailName[]]>> = {
  seconds: [
    0,
    minuteMs - 1,
    [
      ...(['INTERNAL', 'RTP', 'FEDNOW', 'SEPA_INSTANT', 'UPI', 'SPEI', 'PIX', 'FASTER_PAYMENTS'] as const),
      ...(['PAYNOW', 'FAST', 'INSTAPAY', 'BRE_B', 'MOBILE_MONEY', 'UNIONPAY', 'LIGHTNING', 'UMA', 'SPARK'] as const),
      ...(['SOLANA', 'BASE', 'POLYGON', 'PLASMA', 'TRON'] as const),
    ],
  ],
  'half an hour': [30 * minuteMs, 30 * minuteMs, ['RTGS']],
  'a quarter of an hour': [15 * minuteMs, 15 * minuteMs, ['ETHEREUM']],
  'ten minutes to an hour': [10 * minuteMs, hourMs, ['BITCOIN']],
  'a day': [dayMs, dayMs, ['SEPA', 'WIRE', 'NEFT', 'PESONET', 'CIPS']],
  'two days': [2 * dayMs, 2 * dayMs, ['ACH', 'BANK_TRANSFER', 'ACH_COLOMBIA']],
  'three days': [3 * dayMs, 3 * dayMs, ['SWIFT']],
};

describe('the usual time of a rail', () => {
  it.each(Object.entries(told))('is %s for every rail documented with that time', (_time, [fromMs, toMs, rails]) => {
    for (const rail of rails) {
      const timelineMs = createSandboxRails().timelineMs(rail);
      expect([rail, timelineMs >= fromMs && timelineMs <= toMs]).toEqual([rail, true]);
    }
  });

  it('is known for every rail and every network', () => {
    expect(Object.keys(railFacts).sort()).toEqual(
      Object.values(told)
        .flatMap(([, , rails]) => rails)
        .sort(),
    );
  });

  it('runs from execution, also at night and on weekends for RTP', async () => {
    const rails = createSandboxRails();
    const saturdayNight = '2025-01-04T23:59:00.000Z';
    const payment = {
      transactionId: 'Transaction:1',
      rail: 'RTP',
      currency: 'USD',
      destinationIdentifier: '000123456789',
      sourceIdentifier: null,
      submittedAt: saturdayNight,
      deliveredAt: null,
      refundedAt: null,
      isTransfer: false,
      amountMinor: 100n,
      remittanceInformation: null,
      purposeOfPayment: null,
      readDestination: async () => null,
    } as const;
    expect(rails.firstPollAt(payment)).toBe('2025-01-04T23:59:02.000Z');
    expect(await rails.poll(payment, '2025-01-04T23:59:01.999Z')).toMatchObject({ kind: 'IN_TRANSIT' });
    expect(await rails.poll(payment, '2025-01-04T23:59:02.000Z')).toMatchObject({ kind: 'DELIVERED' });
  });

  it('of the default rail is the shortest of its account type', () => {
    for (const { accountType, rails, defaultRail } of Object.values(accountFacts)) {
      if (defaultRail === null) continue;
      const shortestMs = Math.min(...rails.map(usualMs));
      expect([accountType, usualMs(defaultRail)]).toEqual([accountType, shortestMs]);
    }
  });
});
