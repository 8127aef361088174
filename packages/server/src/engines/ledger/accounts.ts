import type { CurrencyCode } from '../../ground/money/currency.ts';

/**
 * Accounts of the service itself, one per purpose and currency. They carry the other half of every
 * posting and have no running balance: no rule reads one, so none is kept (their sum is a query), and
 * no payment waits for another one's lock on them.
 */
export type ServicePurpose =
  /** Money outside: banks, chains, other institutions. Negative by what customers hold here. */
  | 'world'
  /** Liquidity for conversion: one currency in, another out. */
  | 'exchange'
  /** Money that has left the sender and has not arrived. */
  | 'transit'
  /** Fees of the service. */
  | 'fees'
  /** Platform fees taken, to be credited to the platform when the payment settles. */
  | 'platform-fees'
  /** Owed back to a sender while a refund is under way, and for good where it failed. */
  | 'refunds'
  /** Payments that were delivered after they had been refunded. */
  | 'losses';

export type LedgerAccount = `InternalAccount:${string}` | `service:${ServicePurpose}:${CurrencyCode}`;

export function serviceAccount(purpose: ServicePurpose, currency: CurrencyCode): LedgerAccount {
  return `service:${purpose}:${currency}`;
}

export function isInternalAccount(account: string): account is `InternalAccount:${string}` {
  return account.startsWith('InternalAccount:');
}
