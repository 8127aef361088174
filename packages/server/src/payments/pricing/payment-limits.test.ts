import { describe, expect, it } from 'vitest';
import { asCurrency } from '../../ground/money/currency.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import {
  dailyVolumeMinor,
  exceedsDailyVolume,
  exceedsPaymentLimit,
  exceedsUnprovenLimit,
  needsProof,
  worthInCents,
} from './payment-limits.ts';

const rates = createSandboxRates();

describe('the limits of payments', () => {
  it('convert amounts to cents, rounded up, with 0 for a token and an error for an unpriced currency', () => {
    expect(worthInCents(rates, 100n, 'EUR')).toBe(109n);
    expect(worthInCents(rates, 100n, 'USD')).toBe(100n);
    expect(worthInCents(rates, 100n, asCurrency('EXD'))).toBe(0n);
    expect(() => worthInCents(rates, 100n, 'ARS')).toThrow('ARS has no price in US dollars');
  });

  it('allow a payment worth 1,000,000 US dollars and refuse one cent more', () => {
    expect(exceedsPaymentLimit(100_000_000n)).toBeUndefined();
    expect(exceedsPaymentLimit(100_000_001n)).toMatchObject({
      code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      reason: expect.stringContaining('1000000 US dollars'),
    });
  });

  it('let an unproven wallet receive less than 1,000 US dollars', () => {
    expect([99_999n, 100_000n].map(exceedsUnprovenLimit)).toEqual([false, true]);
    expect(needsProof('ExternalAccount:1')).toMatchObject({
      code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
      reason: expect.stringContaining('ownership of ExternalAccount:1'),
    });
  });

  it('allow ten million US dollars a day, rounded down, and return the seconds until the day ends', () => {
    expect(dailyVolumeMinor(rates, 'USD')).toBe(1_000_000_000n);
    expect(dailyVolumeMinor(rates, 'EUR')).toBe(922_339_051n);
    expect(dailyVolumeMinor(rates, asCurrency('EXD'))).toBeUndefined();
    expect(() => dailyVolumeMinor(rates, 'ARS')).toThrow('ARS has no price in US dollars');
    expect(exceedsDailyVolume('InternalAccount:1', '2025-01-01T23:59:00.000Z')).toMatchObject({
      code: 'DAILY_VOLUME_LIMIT_EXCEEDED',
      reason: expect.stringContaining('may leave InternalAccount:1'),
      retryAfterSeconds: 60,
    });
  });
});
