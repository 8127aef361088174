import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { CustomerId, InternalAccountId, Received } from '@payments-platform/types';
import type { Platform } from '../targets/target.ts';

export const acceptance = {
  acceptedAt: '2024-12-31T23:59:30.000Z',
  ipAddress: '203.0.113.24',
  termsVersion: 'V1',
  acceptanceMethod: 'CHECKBOX',
} as const;

/** A customer with the internal account for payments. */
export interface Payer {
  readonly customerId: CustomerId;
  readonly accountId: InternalAccountId;
}

export async function registerCustomer(client: PaymentsClient, fullName = 'Ada Lovelace'): Promise<CustomerId> {
  const body = { customerType: 'INDIVIDUAL', fullName, endUserTermsConsent: acceptance } as const;
  return (await orThrow(client.POST('/customers', { body }))).id;
}

/** The customer's internal accounts by currency. */
export async function accountsOf(
  platform: Platform,
  customerId: CustomerId,
): Promise<ReadonlyMap<string, Received<'InternalAccount'>>> {
  const client = platform.connect({ expected: { status: 200, example: 'accountsOfCustomer' } });
  const { data } = await orThrow(
    client.GET('/customers/internal-accounts', { params: { query: { customerId, limit: 100 } } }),
  );
  return new Map(data.map((account) => [account.balance.currency.code, account]));
}

export async function accountIn(
  platform: Platform,
  customerId: CustomerId,
  currency: string,
): Promise<Received<'InternalAccount'>> {
  const account = (await accountsOf(platform, customerId)).get(currency);
  if (account === undefined) throw new Error(`the customer has no ${currency} account`);
  return account;
}

export async function balanceIn(platform: Platform, customerId: CustomerId, currency: string): Promise<number> {
  return (await accountIn(platform, customerId, currency)).balance.amount;
}

export async function fund(client: PaymentsClient, accountId: InternalAccountId, amount: number): Promise<void> {
  await orThrow(
    client.POST('/sandbox/internal-accounts/{accountId}/fund', { params: { path: { accountId } }, body: { amount } }),
  );
}

/** A customer who has accepted the terms and has money in one currency. */
export async function openPayer(platform: Platform, { currency = 'USD', amount = 100_000 } = {}): Promise<Payer> {
  const customerId = await registerCustomer(platform.client);
  const { id: accountId } = await accountIn(platform, customerId, currency);
  if (amount > 0) await fund(platform.client, accountId, amount);
  return { customerId, accountId };
}
