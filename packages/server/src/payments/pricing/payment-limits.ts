import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type Instant, secondsLeftOfDay } from '../../ground/clock/instant.ts';
import { type CurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';
import { toReceiving, toSending } from '../../ground/money/rate.ts';
import { rounded } from '../../ground/money/rounding.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { dollarPrice } from './dollar-price.ts';

/** The largest single payment, in whole US dollars at the current rate. */
const largestPaymentDollars = 1_000_000n;
/** A wallet whose ownership is not proved may receive less than this, in whole US dollars. */
const unprovenWalletDollars = 1_000n;

/** The value of an amount in US cents at the last known rate; 0 for a token, which has no price. */
export function worthInCents(rates: RateSource, amountMinor: bigint, currency: CurrencyCode): bigint {
  const price = dollarPrice(rates, currency);
  return price === undefined ? 0n : rounded.worth(toReceiving(amountMinor, price, currency, 'USD'));
}

export function exceedsPaymentLimit(cents: bigint): Refusal<'TRANSACTION_SIZE_LIMIT_EXCEEDED'> | undefined {
  if (cents <= largestPaymentDollars * minorPerMajor('USD')) return undefined;
  return refuse(
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    `A single payment may be worth up to ${largestPaymentDollars} US dollars. Lower the amount or split it.`,
  );
}

export function exceedsUnprovenLimit(cents: bigint): boolean {
  return cents >= unprovenWalletDollars * minorPerMajor('USD');
}

export function needsProof(accountId: string): Refusal<'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'> {
  return refuse(
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    `Until the ownership of ${accountId} is proved, it may receive payments worth less than ${unprovenWalletDollars} US dollars, and none after a failed attempt. Prove the ownership first.`,
  );
}

/** The most that may leave one account in one UTC day, in whole US dollars at the current rate. */
const dailyVolumeDollars = 10_000_000n;

/** The same limit in the smallest unit of a currency; `undefined` for a token, which has no price and no such limit. */
export function dailyVolumeMinor(rates: RateSource, currency: CurrencyCode): bigint | undefined {
  const price = dollarPrice(rates, currency);
  const cents = dailyVolumeDollars * minorPerMajor('USD');
  return price === undefined ? undefined : rounded.allowance(toSending(cents, price, currency, 'USD'));
}

export function exceedsDailyVolume(accountId: string, now: Instant): Refusal<'DAILY_VOLUME_LIMIT_EXCEEDED'> {
  const reason = `Payments worth up to ${dailyVolumeDollars} US dollars may leave ${accountId} in one UTC day. Send less, or pay again tomorrow.`;
  return { ...refuse('DAILY_VOLUME_LIMIT_EXCEEDED', reason), retryAfterSeconds: secondsLeftOfDay(now) };
}
