import type { CurrencyCode } from '../../ground/money/currency.ts';

/**
 * Accounts of the service itself, one per purpose and currency. They are the other side of every posting. They have no
 * running balance: no rule reads one, their sum is a query, and without one no payment waits for a lock on them.
 */
export type ServicePurpose =
  /** Money outside: banks, chains, other institutions. Negative by the amount that customers hold here. */
  | 'world'
  /** Liquidity for conversion: one currency in, another out. */
  | 'exchange'
  /** Money that has left the sender and has not arrived. */
  | 'transit'
  /** Fees of the service. */
  | 'fees'
  /** Platform fees taken, to be credited to the platform when the payment settles. */
  | 'platform-fees'
  /** Fees of returned payments that their platform has spent. Negative by what it has yet to give back. */
  | 'fee-claims'
  /** Money owed back to a sender: until the refund settles, or permanently if it failed. */
  | 'refunds'
  /** Payments that were delivered after they had been refunded. */
  | 'losses'
  /** Payments to merchants through the card network, less the money that they returned. */
  | 'card-network'
  /** Payments to merchants that could not be taken from the account that pays for the card. */
  | 'card-losses';

export type InternalAccountName = `InternalAccount:${string}`;

/** The held money of an internal account: part of its total balance, but not available to spend. */
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
