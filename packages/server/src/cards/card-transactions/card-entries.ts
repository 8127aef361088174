import { heldAccount, isInternalAccount, type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, type EntryKind, movement } from '../../engines/ledger/entry.ts';
import { fundingUnits } from './funding-units.ts';
import type { CardTransactionRow } from './tables.ts';

/**
 * Where the money of a card transaction can be: on the balance of its account, held there, with the card network, or
 * missing, which is a loss of the service. Money that cannot be credited is owed.
 */
type Place = 'BALANCE' | 'HELD' | 'NETWORK' | 'LOSSES' | 'OWED';

interface Leg {
  readonly from: Place;
  readonly to: Place;
  /** In the currency of the card. */
  readonly amountMinor: bigint;
}

type CardEntryKind = Extract<EntryKind, `CARD_${string}`>;
type Funded = Pick<CardTransactionRow, 'account_id' | 'currency' | 'account_currency'>;

/** The entry of a step, in the currency of the account. */
function cardEntry(kind: CardEntryKind, stepId: string, row: Funded, legs: readonly Leg[]): Entry {
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

/** Authorizes a purchase or raises its amount. */
export function holdEntry(stepId: string, row: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_HOLD', stepId, row, [{ from: 'BALANCE', to: 'HELD', amountMinor }]);
}

/** Releases a hold that is not needed. */
export function releaseEntry(stepId: string, row: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_RELEASE', stepId, row, [{ from: 'HELD', to: 'BALANCE', amountMinor }]);
}

interface Cleared {
  readonly fromHeldMinor: bigint;
  /** The amount beyond the hold. It passes through the hold, like everything that a card debits. */
  readonly fromBalanceMinor: bigint;
  readonly lostMinor: bigint;
  /** Held and no longer needed. */
  readonly releasedMinor: bigint;
}

/** Pays the merchant, even if the account cannot cover all of it. */
export function clearEntry(stepId: string, row: Funded, cleared: Cleared): Entry {
  return cardEntry('CARD_CLEAR', stepId, row, [
    { from: 'BALANCE', to: 'HELD', amountMinor: cleared.fromBalanceMinor },
    { from: 'HELD', to: 'NETWORK', amountMinor: cleared.fromHeldMinor + cleared.fromBalanceMinor },
    { from: 'LOSSES', to: 'NETWORK', amountMinor: cleared.lostMinor },
    { from: 'HELD', to: 'BALANCE', amountMinor: cleared.releasedMinor },
  ]);
}

/** The parts of a refund: the customer gets what they had paid, and the service gets back its loss. */
export interface Credit {
  readonly creditedMinor: bigint;
  readonly keptMinor: bigint;
}

/** A merchant refunds money. */
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
  /** Where the customer's part of the refund is. */
  readonly from: 'BALANCE' | 'OWED';
  readonly fromCustomerMinor: bigint;
  readonly lostMinor: bigint;
}

/** A merchant reverses a refund. The customer pays it, and the service bears what the customer cannot cover. */
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

/** The hold of the purchase covers what the service pays for the reversal of its refund. */
export function heldForReversalEntry(stepId: string, purchase: Funded, amountMinor: bigint): Entry {
  return cardEntry('CARD_CREDIT_REVERSAL', stepId, purchase, [{ from: 'HELD', to: 'LOSSES', amountMinor }]);
}

/** A pull failed: the account gets its money back, and what a merchant was paid of it is a loss. */
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
