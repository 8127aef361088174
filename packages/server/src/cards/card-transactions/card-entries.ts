import { heldAccount, isInternalAccount, type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, type EntryKind, movement } from '../../engines/ledger/entry.ts';
import { fundingUnits } from './funding-units.ts';
import type { CardTransactionRow } from './tables.ts';

/**
 * Where the money of a card transaction can be: on the balance of its account, set aside there, with the card network,
 * or missing, which the service bears; what cannot be credited is owed.
 */
type Place = 'BALANCE' | 'HELD' | 'NETWORK' | 'LOSSES' | 'OWED';

export interface Leg {
  readonly from: Place;
  readonly to: Place;
  /** In the currency of the card. */
  readonly amountMinor: bigint;
}

export type CardEntryKind = Extract<EntryKind, `CARD_${string}`>;
type Funded = Pick<CardTransactionRow, 'account_id' | 'currency' | 'account_currency'>;

/** What a step moves, in the currency of the account. */
export function cardEntry(kind: CardEntryKind, stepId: string, row: Funded, legs: readonly Leg[]): Entry {
  const currency = row.account_currency;
  const postings = legs.flatMap(({ from, to, amountMinor }) =>
    movement(placeOf(row, from), placeOf(row, to), currency, fundingUnits(row, amountMinor)),
  );
  return balancedEntry(kind, stepId, postings);
}

function placeOf({ account_id: account, account_currency: currency }: Funded, place: Place): LedgerAccount {
  if (!isInternalAccount(account)) throw new Error(`${account} cannot pay for a card`);
  switch (place) {
    case 'BALANCE':
      return account;
    case 'HELD':
      return heldAccount(account);
    case 'NETWORK':
      return serviceAccount('card-network', currency);
    case 'LOSSES':
      return serviceAccount('card-losses', currency);
    case 'OWED':
      return serviceAccount('refunds', currency);
  }
}

/** A purchase is authorized, or its amount raised. */
export function holdEntry(stepId: string, row: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_HOLD', stepId, row, [{ from: 'BALANCE', to: 'HELD', amountMinor }]);
}

/** What was set aside is not needed. */
export function releaseEntry(stepId: string, row: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_RELEASE', stepId, row, [{ from: 'HELD', to: 'BALANCE', amountMinor }]);
}

interface Cleared {
  readonly fromHeldMinor: bigint;
  /** Beyond what was set aside. It passes through the hold, as all that a card takes does. */
  readonly fromBalanceMinor: bigint;
  readonly lostMinor: bigint;
  /** Set aside and not needed any more. */
  readonly releasedMinor: bigint;
}

/** The merchant is paid, whatever can be taken from the account. */
export function clearEntry(stepId: string, row: Funded, cleared: Cleared): Entry {
  return cardEntry('CARD_CLEAR', stepId, row, [
    { from: 'BALANCE', to: 'HELD', amountMinor: cleared.fromBalanceMinor },
    { from: 'HELD', to: 'NETWORK', amountMinor: cleared.fromHeldMinor + cleared.fromBalanceMinor },
    { from: 'LOSSES', to: 'NETWORK', amountMinor: cleared.lostMinor },
    { from: 'HELD', to: 'BALANCE', amountMinor: cleared.releasedMinor },
  ]);
}

/** What a merchant gives back: the customer has what they had paid, and the service what it bore. */
export interface Credit {
  readonly creditedMinor: bigint;
  readonly keptMinor: bigint;
}

/** The merchant gives money back. */
export function creditEntry(
  stepId: string,
  row: Funded,
  { creditedMinor, keptMinor }: Credit,
  to: 'BALANCE' | 'OWED',
): Entry {
  return cardEntry('CARD_CREDIT', stepId, row, [
    { from: 'NETWORK', to, amountMinor: creditedMinor },
    { from: 'NETWORK', to: 'LOSSES', amountMinor: keptMinor },
  ]);
}

interface CreditReversal {
  /** Where the customer's part of it is. */
  readonly from: 'BALANCE' | 'OWED';
  readonly fromCustomerMinor: bigint;
  readonly lostMinor: bigint;
}

/** The merchant takes it back: from the customer, and what that does not cover the service pays. */
export function creditReversalEntry(
  stepId: string,
  row: Funded,
  { from, fromCustomerMinor, lostMinor }: CreditReversal,
): Entry {
  const ofCustomer: readonly Leg[] =
    from === 'OWED'
      ? [{ from, to: 'NETWORK', amountMinor: fromCustomerMinor }]
      : [
          { from, to: 'HELD', amountMinor: fromCustomerMinor },
          { from: 'HELD', to: 'NETWORK', amountMinor: fromCustomerMinor },
        ];
  return cardEntry('CARD_CREDIT_REVERSAL', stepId, row, [
    ...ofCustomer,
    { from: 'LOSSES', to: 'NETWORK', amountMinor: lostMinor },
  ]);
}

/** What the purchase has set aside makes good what the service pays for its refund. */
export function heldForReversalEntry(stepId: string, purchase: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_CREDIT_REVERSAL', stepId, purchase, [{ from: 'HELD', to: 'LOSSES', amountMinor }]);
}

/** What was taken was not taken after all: the account has it back, and what a merchant was paid of it is lost. */
export function pullFailureEntry(
  stepId: string,
  row: Funded,
  { fromHeldMinor, lostMinor }: { readonly fromHeldMinor: bigint; readonly lostMinor: bigint },
  to: 'BALANCE' | 'OWED' = 'BALANCE',
): Entry {
  return cardEntry('CARD_PULL_FAILURE', stepId, row, [
    { from: 'HELD', to: 'BALANCE', amountMinor: fromHeldMinor },
    { from: 'LOSSES', to, amountMinor: lostMinor },
  ]);
}
