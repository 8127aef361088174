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
  | 'losses'
  /** What merchants were paid through the card network, less what they gave back. */
  | 'card-network'
  /** What merchants were paid although it could not be taken from the account that pays for the card. */
  | 'card-losses';

export type InternalAccountName = `InternalAccount:${string}`;

/** What is set aside on an internal account: part of its total balance, and not to be spent. */
export type HeldAccount = `held:${InternalAccountName}`;

export type LedgerAccount = InternalAccountName | HeldAccount | `service:${ServicePurpose}:${CurrencyCode}`;

export function serviceAccount(purpose: ServicePurpose, currency: CurrencyCode): LedgerAccount {
  return `service:${purpose}:${currency}`;
}

export function heldAccount(account: InternalAccountName): HeldAccount {
  return `held:${account}`;
}

export function isInternalAccount(account: string): account is InternalAccountName {
  return account.startsWith('InternalAccount:');
}

export function isHeldAccount(account: string): account is HeldAccount {
  return account.startsWith('held:');
}
