import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../operation/operation.ts';
import type { KnownCustomer } from '../../people/customers/find-customer.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { checkParties } from './check-parties.ts';
import type { Destination, Parties, QuoteRequest, Source } from './parties.ts';
import { pricePayment } from './price-payment.ts';
import type { QuoteFacts } from './quote-facts.ts';

const payer: KnownCustomer = {
  id: 'Customer:payer',
  platformCustomerId: 'ada',
  hasConsent: true,
  region: 'DE',
  verificationStatus: 'APPROVED',
  umaAddress: '$ada@example.com',
  currencies: undefined,
  isDeleted: false,
};

const source: Source = {
  accountId: 'InternalAccount:from',
  customerId: payer.id,
  currency: 'USD',
  token: null,
  status: 'ACTIVE',
  funding: 'BALANCE',
  identifier: null,
  routes: [],
  collectionStatus: null,
  wallet: null,
  bankRail: null,
};

const destination: Destination = {
  accountId: 'ExternalAccount:to',
  customerId: payer.id,
  currency: 'MXN',
  status: 'ACTIVE',
  isInternal: false,
  isTrusted: false,
  identifier: '012345678901234567',
  rail: 'SPEI',
  isRailChosen: false,
  rails: ['SPEI'],
  bankRail: 'SPEI',
  network: null,
  payingBusinessGives: [],
};

const supported = {
  minMinor: 1n,
  maxMinor: 1_000_000n,
  counterpartyRules: [],
  directions: ['INCOMING', 'OUTGOING'] as const,
};
const noFee = { fixedMinor: 0n, variableBps: 0 };

function factsOf(change: Partial<QuoteFacts> = {}, customer: KnownCustomer | undefined = payer): QuoteFacts {
  return {
    terms: { platform: { is_regulated: 0 }, sending: supported, receiving: undefined, standingFee: noFee },
    participants: [{ id: payer.id, customer, information: {}, missing: [] }],
    umaPayee: undefined,
    platformFee: noFee,
    feeAccount: undefined,
    ...change,
  };
}

function checked(parties: Partial<Parties>, facts = factsOf(), onBehalfOf?: string) {
  const outcome = checkParties({ source, destination, ...parties }, facts, onBehalfOf);
  return isRefusal(outcome) ? outcome.code : outcome;
}

describe('the parties of a payment', () => {
  it('name the customer who owns the source as the payer, with their region', () => {
    expect(checked({})).toEqual({ customerId: payer.id, platformCustomerId: 'ada', payerRegion: 'DE' });
  });

  it('are checked for the customer first, then for the accounts', () => {
    const wrong = { source: { ...source, status: 'FROZEN' } };
    expect(checked(wrong, factsOf({}, { ...payer, isDeleted: true, hasConsent: false }))).toBe('CUSTOMER_NOT_FOUND');
    expect(checked(wrong, factsOf({}, { ...payer, hasConsent: false, verificationStatus: 'REJECTED' }))).toBe(
      'END_USER_TERMS_NOT_ACCEPTED',
    );
    expect(checked(wrong, factsOf({}, { ...payer, verificationStatus: 'REJECTED' }))).toBe('USER_NOT_READY');
    expect(checked(wrong)).toBe('QUOTE_REQUEST_FAILED');
  });

  it('refuse the same account twice, an unverified account and a source of another customer', () => {
    const same = { ...destination, accountId: source.accountId, isInternal: true };
    expect(checked({ destination: same })).toBe('SELF_PAYMENT');
    expect(checked({ destination: { ...destination, status: 'UNVERIFIED' } })).toBe(
      'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    );
    expect(checked({}, factsOf(), 'Customer:other')).toBe('INVALID_INPUT');
    expect(checked({ source: { ...source, customerId: null } }, factsOf(), payer.id)).toMatchObject({
      customerId: payer.id,
    });
  });

  it('allow a chosen rail that reaches the account, and no other', () => {
    expect(checked({ destination: { ...destination, isRailChosen: true } })).toMatchObject({ customerId: payer.id });
    expect(checked({ destination: { ...destination, isRailChosen: true, rail: 'ACH' } })).toBe('INVALID_INPUT');
  });
});

const request: QuoteRequest = {
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:from' },
  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:to' },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
};

const market = { rates: createSandboxRates(), rails: createSandboxRails(), now: '2025-01-01T00:00:00.000Z' };

function priced(change: Partial<QuoteRequest>, facts = factsOf(), parties: Parties = { source, destination }) {
  const outcome = pricePayment({ ...request, ...change }, parties, facts, market);
  return isRefusal(outcome) ? outcome.code : outcome;
}

describe('the price of a payment', () => {
  it('includes the platform fee', () => {
    const fee = { fixedMinor: 100n, variableBps: 0 };
    const feeAccount = { status: 'ACTIVE' } as QuoteFacts['feeAccount'];
    expect(priced({}, factsOf({ platformFee: fee, feeAccount }))).toMatchObject({
      // Half a percent of what the fixed fee of the platform leaves, rounded up.
      price: {
        sendingMinor: 10_000n,
        principalMinor: 9_850n,
        fees: { serviceMinor: 50n, platformMinor: 100n, totalMinor: 150n },
      },
    });
  });

  it('is refused for its fee first, then its currencies, its rate and its size', () => {
    const unsupported = { ...factsOf().terms, sending: undefined };
    const fee = { fixedMinor: 100n, variableBps: 0 };
    const large = { lockedCurrencyAmount: 900_000_000_000 };
    const without = { ...destination, currency: 'KES' } as const;
    const nowhere = { ...market.rates, rateFor: () => undefined };
    expect(priced(large, factsOf({ platformFee: fee, terms: unsupported }))).toBe('QUOTE_REQUEST_FAILED');
    expect(priced(large, factsOf({ terms: unsupported }))).toBe('INVALID_CURRENCY');
    expect(
      pricePayment({ ...request, ...large }, { source, destination: without }, factsOf(), {
        ...market,
        rates: nowhere,
      }),
    ).toMatchObject({ code: 'QUOTE_RATE_UNAVAILABLE' });
    expect(priced(large)).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
    expect(priced({ lockedCurrencyAmount: 0 })).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('requires a receiving currency of the platform for a payment between internal accounts', () => {
    const inside = { source, destination: { ...destination, isInternal: true } };
    expect(priced({}, factsOf(), inside)).toBe('INVALID_CURRENCY');
    const both = { ...factsOf().terms, receiving: supported };
    expect(priced({}, factsOf({ terms: both }), inside)).toMatchObject({ rate: expect.any(String) });
  });
});
