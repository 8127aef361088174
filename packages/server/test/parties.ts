import { type Caller, expectStatus } from './caller.ts';
import type { Answer, TestServer } from './test-server.ts';

export const consent = {
  acceptedAt: '2025-01-01T00:00:00.000Z',
  ipAddress: '203.0.113.7',
  termsVersion: 'V1',
  acceptanceMethod: 'CHECKBOX',
};

export interface Sender {
  readonly customerId: string;
  /** Internal account per currency. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** A customer who has accepted the terms, with one funded account. */
export async function makeSender(
  caller: Caller,
  currency = 'USD',
  amount = 1_000_000,
  parts: object = {},
): Promise<Sender> {
  const customer = await caller.request('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    endUserTermsConsent: consent,
    ...parts,
  });
  const customerId: string = expectStatus(customer, 201).id;
  const listed = await caller.request('GET', `/customers/internal-accounts?customerId=${customerId}&limit=100`);
  const accounts: Record<string, string> = {};
  for (const account of listed.body.data) accounts[account.balance.currency.code] = account.id;
  if (amount > 0) await fund(caller, accounts[currency] ?? '', amount);
  return { customerId, accounts };
}

export async function fund(caller: Caller, accountId: string, amount: number): Promise<void> {
  expectStatus(await caller.request('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount }), 200);
}

export const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };

let accountCount = 0;

/** A US bank account with a number that ends in `suffix`, which chooses the outcome in the sandbox. */
export async function makeUsdAccount(caller: Caller, customerId: string, suffix = '111'): Promise<string> {
  accountCount += 1;
  return makeExternal(caller, customerId, 'USD', {
    accountType: 'USD_ACCOUNT',
    accountNumber: `${1_000_000 + accountCount}${suffix}`,
    routingNumber: '021000021',
    beneficiary,
  });
}

export async function makeGbpAccount(caller: Caller, customerId: string, suffix = '111'): Promise<string> {
  accountCount += 1;
  return makeExternal(caller, customerId, 'GBP', {
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: `${String(accountCount).padStart(5, '0')}${suffix}`,
    beneficiary,
  });
}

export async function makeMxnAccount(caller: Caller, customerId: string): Promise<string> {
  return makeExternal(caller, customerId, 'MXN', {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: '032180000118359719',
    beneficiary,
  });
}

export async function makeExternal(
  caller: Caller,
  customerId: string,
  currency: string,
  accountInfo: object,
): Promise<string> {
  const account = { customerId, currency, accountInfo };
  return expectStatus(await caller.request('POST', '/customers/external-accounts', account), 201).id;
}

export interface QuoteParts {
  readonly from: string;
  readonly to: string;
  readonly amount?: number;
  readonly side?: 'SENDING' | 'RECEIVING';
  readonly extra?: object;
}

export function quoteBody({ from, to, amount = 10_000, side = 'SENDING', extra = {} }: QuoteParts) {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
    ...extra,
  };
}

export async function balanceOf(caller: Caller, accountId: string): Promise<number> {
  const answer = await caller.request('GET', '/customers/internal-accounts?limit=100');
  const platform = await caller.request('GET', '/platform/internal-accounts');
  const account = [...answer.body.data, ...platform.body.data].find(({ id }: { id: string }) => id === accountId);
  return account.balance.amount;
}

/** The types of the stored events of one resource, in order. */
export async function eventsOf(server: TestServer, resourceId: string): Promise<string[]> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('events')
        .select(['type'])
        .where('tenant', '=', server.tenant)
        .where('resource_id', '=', resourceId)
        .orderBy('sequence'),
    ),
  );
  return rows.map(({ type }) => type);
}

/** The account of the platform itself in US dollars, which receives its fees. */
export async function platformAccountOf(caller: Caller): Promise<string> {
  return (await caller.request('GET', '/platform/internal-accounts?currency=USD')).body.data[0].id;
}

export function setAccountStatus(caller: Caller, accountId: string, status: string): Promise<Answer> {
  return caller.request('POST', `/sandbox/internal-accounts/${accountId}/status`, { status });
}
