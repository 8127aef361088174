import { orThrow } from '@payments-platform/client';
import type { QuoteRequest } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { accountIn, openPayer } from '../parties/payer.ts';
import { createQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Platform, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const absentAccount = 'ExternalAccount:0198c0de-0000-7000-8000-000000000000';
const absentInternalAccount = 'InternalAccount:0198c0de-0000-7000-8000-000000000000';
const absentLookup = 'Lookup:0198c0de-0000-7000-8000-000000000000';
const absentQuote = 'Quote:0198c0de-0000-7000-8000-000000000000';
const absentCustomer = 'Customer:0198c0de-0000-7000-8000-000000000000';

async function euroRequest(platform: Platform, amount = 10_000): Promise<QuoteRequest> {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return quoteRequest({ from: accountId, to, amount });
}

/** The refusals of a quote, except those of its execution, its price and the consent of the customer. */
export function quoteRefusalCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock weighs no request against accounts and limits');

  describe('a quote is refused', () => {
    scenario('from an account to itself', async (platform) => {
      const { accountId } = await openPayer(platform);
      const client = platform.connect({ expected: { status: 400, example: 'selfPayment' } });
      const refusal = await refusalOf(createQuote(client, quoteRequest({ from: accountId, to: accountId })));
      expect(refusal).toMatchObject({ status: 400, code: 'SELF_PAYMENT' });
    });

    scenario('to an unknown account', async (platform) => {
      const { accountId } = await openPayer(platform);
      const client = platform.connect({ expected: { status: 404, example: 'unknownAccount' } });
      const refusal = await refusalOf(createQuote(client, quoteRequest({ from: accountId, to: absentAccount })));
      expect(refusal).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    });

    scenario('above the limit of a single payment', async (platform) => {
      const body = await euroRequest(platform, hasState(platform) ? 100_000_001 : 10_000);
      const client = platform.connect({ expected: { status: 400, example: 'tooLarge' } });
      expect(await refusalOf(createQuote(client, body))).toMatchObject({
        status: 400,
        code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      });
    });

    scenario('to a wallet without proved ownership, from 1000 USDC on', async (platform) => {
      const { customerId, accountId } = await openPayer(platform, { currency: 'USDC', amount: 5_000_000_000 });
      const accountInfo = {
        accountType: 'ETHEREUM_WALLET',
        address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      } as const;
      const body = { customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo } as const;
      const registering = platform.connect({ expected: { status: 201, example: 'ownershipToProve' } });
      const wallet = await orThrow(registering.POST('/customers/external-accounts', { body }));
      expect(wallet.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
      await orThrow(
        createQuote(platform.client, quoteRequest({ from: accountId, to: wallet.id, amount: 999_000_000 })),
      );
      const client = platform.connect({ expected: { status: 400, example: 'ownershipToProve' } });
      const refusal = await refusalOf(
        createQuote(client, quoteRequest({ from: accountId, to: wallet.id, amount: 1_000_000_000 })),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' });
    });

    stateful('on behalf of an unknown customer', async (platform) => {
      const body = await euroRequest(platform);
      const source = { ...body.source, customerId: absentCustomer } as const;
      expect(await refusalOf(createQuote(platform.client, { ...body, source }))).toMatchObject({
        status: 404,
        code: 'CUSTOMER_NOT_FOUND',
      });
    });

    stateful('over a rail that does not reach the account, with the rails that do', async (platform) => {
      const body = await euroRequest(platform);
      const destination = { ...body.destination, paymentRail: 'PIX' } as const;
      const refusal = await refusalOf(createQuote(platform.client, { ...body, destination }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusal.fieldErrors).toMatchObject([
        { field: 'destination.paymentRail', constraint: { enum: ['SEPA', 'SEPA_INSTANT'] } },
      ]);
    });

    stateful('from a balance in a currency that was removed from the configuration', async (platform) => {
      const body = await euroRequest(platform);
      const gbp = { currencyCode: 'GBP', minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
      await orThrow(platform.client.PATCH('/config', { body: { supportedCurrencies: [gbp] } }));
      expect(await refusalOf(createQuote(platform.client, body))).toMatchObject({
        status: 400,
        code: 'INVALID_CURRENCY',
      });
    });

    stateful('when one of its amounts would be 0', async (platform) => {
      const { customerId, accountId } = await openPayer(platform);
      const { id: bitcoin } = await accountIn(platform, customerId, 'BTC');
      const quote = (from: typeof accountId, to: typeof accountId, side: 'SENDING' | 'RECEIVING') =>
        refusalOf(createQuote(platform.client, quoteRequest({ from, to, amount: 1, side })));
      // A satoshi is worth less than a tenth of a cent.
      expect(await quote(bitcoin, accountId, 'SENDING')).toMatchObject({ status: 400, code: 'AMOUNT_OUT_OF_RANGE' });
      expect(await quote(accountId, bitcoin, 'RECEIVING')).toMatchObject({ status: 400, code: 'INVALID_AMOUNT' });
    });

    stateful('for the first rule it breaks, in the documented order', async (platform) => {
      const { accountId } = await openPayer(platform);
      const toNobody = { destinationType: 'UMA_ADDRESS', umaAddress: '$grace@uma.example.com' } as const;
      const self = quoteRequest({ from: accountId, to: accountId, amount: 100_000_001 });
      const absentSource = { sourceType: 'ACCOUNT', accountId: absentInternalAccount } as const;
      const onBehalf = { sourceType: 'ACCOUNT', accountId, customerId: absentCustomer } as const;
      const breaking: readonly (readonly [string, QuoteRequest])[] = [
        ['INVALID_INPUT', { ...self, source: absentSource, destination: toNobody, lockedCurrencyAmount: 0 }],
        ['LOOKUP_REQUEST_NOT_FOUND', { ...self, lookupId: absentLookup, destination: toNobody }],
        ['ACCOUNT_NOT_FOUND', { ...self, source: absentSource }],
        ['CUSTOMER_NOT_FOUND', { ...self, source: onBehalf }],
        ['SELF_PAYMENT', self],
      ];
      for (const [code, body] of breaking)
        expect((await refusalOf(createQuote(platform.client, body))).code).toBe(code);
    });
  });

  describe('reading a quote', () => {
    scenario('is refused with QUOTE_NOT_FOUND for an unknown id', async (platform) => {
      const client = platform.connect({ expected: { status: 404, example: 'unknownQuote' } });
      const refusal = await refusalOf(client.GET('/quotes/{quoteId}', { params: { path: { quoteId: absentQuote } } }));
      expect(refusal).toMatchObject({ status: 404, code: 'QUOTE_NOT_FOUND' });
    });
  });
}
