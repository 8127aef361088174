import { orThrow } from '@payments-platform/client';
import type { QuoteRequest, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { createQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import { documentedPriceOf } from '../prices/documented-price.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const ownFee = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 } as const;
const ownFeeTerms = { fixedMinor: 50n, bps: 30n };

/** A quote from a funded USD account to a euro account. */
async function euroQuote(
  platform: Platform,
  example: string,
  change: Partial<QuoteRequest> = {},
): Promise<Received<'Quote'>> {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  const client = platform.connect({ expected: { status: 201, example } });
  return orThrow(createQuote(client, { ...quoteRequest({ from: accountId, to }), ...change }));
}

/** The prices of quotes, recalculated from the documented rule; the examples follow it like the server. */
export function pricingCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock prices nothing and answers its examples');

  describe('the price of a payment', () => {
    scenario('deducts fees first and converts the rest with the sending side locked', async (platform) => {
      const quote = await euroQuote(platform, 'acrossCurrencies');
      expect(quote).toMatchObject(documentedPriceOf(quote, 'SENDING', 10_000));
      expect(quote.feesIncluded).toBeGreaterThan(0);
    });

    scenario('delivers exactly the locked amount with the receiving side locked', async (platform) => {
      const quote = await euroQuote(platform, 'receivingAmountFixed', { lockedCurrencySide: 'RECEIVING' });
      expect(quote).toMatchObject(documentedPriceOf(quote, 'RECEIVING', 10_000));
      expect(quote.totalReceivingAmount).toBe(10_000);
    });

    scenario('includes the platform fee of an override, rounded separately', async (platform) => {
      const quote = await euroQuote(platform, 'ownFee', { platformFeeOverride: ownFee });
      expect(quote).toMatchObject(documentedPriceOf(quote, 'SENDING', 10_000, ownFeeTerms));
      expect(quote.platformFeesIncluded).toBe(80);
    });

    stateful('has the same fees with either side locked, to 1 minor unit', async (platform) => {
      const sent = await euroQuote(platform, '', { lockedCurrencyAmount: 100_000 });
      const received = await euroQuote(platform, '', {
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: sent.totalReceivingAmount,
      });
      expect(Math.abs(received.totalSendingAmount - sent.totalSendingAmount)).toBeLessThanOrEqual(1);
      expect(Math.abs(received.feesIncluded - sent.feesIncluded)).toBeLessThanOrEqual(1);
    });

    stateful(
      'includes the configured platform fee, credited at settlement and debited at a bank return',
      async (platform) => {
        const { client } = platform;
        const fee = {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 30,
          fixedFee: { amount: 50, currency: 'USD' },
        } as const;
        await orThrow(client.PATCH('/config', { body: { feeConfigs: [fee] } }));
        const { customerId, accountId } = await openPayer(platform);
        const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '005' });
        const body = { ...quoteRequest({ from: accountId, to, amount: 1_000 }), immediatelyExecute: true };
        const quote = await orThrow(createQuote(client, body));
        expect(quote).toMatchObject({
          ...documentedPriceOf(quote, 'SENDING', 1_000, ownFeeTerms),
          platformFeesIncluded: 53,
        });
        await platform.advance(2_000);
        expect(await platformBalance(platform)).toBe(53);
        await platform.advance(60_000);
        expect(await platformBalance(platform)).toBe(0);
      },
    );

    stateful('in one currency is converted at 1 and still populates the fees', async (platform) => {
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(platform.client, { customerId, currency: 'USD', suffix: '100' });
      const quote = await orThrow(createQuote(platform.client, quoteRequest({ from: accountId, to })));
      expect(quote.exchangeRate).toBe(1);
      expect(quote).toMatchObject({ ...documentedPriceOf(quote, 'SENDING', 10_000), platformFeesIncluded: 0 });
      expect(quote.feesIncluded).toBeGreaterThan(0);
      expect(quote.totalReceivingAmount).toBe(quote.totalSendingAmount - quote.feesIncluded);
    });

    stateful('refuses a platform fee where the sending currency is not USD', async (platform) => {
      const { customerId, accountId } = await openPayer(platform, { currency: 'EUR' });
      const to = await registerPayee(platform.client, { customerId, currency: 'USD', suffix: '100' });
      const refusal = await refusalOf(
        createQuote(platform.client, { ...quoteRequest({ from: accountId, to }), platformFeeOverride: ownFee }),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusedFields(refusal)).toEqual(['platformFeeOverride']);
    });
  });
}

async function platformBalance({ client }: Platform): Promise<number | undefined> {
  const { data } = await orThrow(client.GET('/platform/internal-accounts', { params: { query: { currency: 'USD' } } }));
  return data[0]?.balance.amount;
}
