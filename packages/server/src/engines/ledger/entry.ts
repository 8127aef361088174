import type { AccountEntryKind } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { LedgerAccount } from './accounts.ts';

export interface Posting {
  readonly account: LedgerAccount;
  readonly currency: CurrencyCode;
  /** Positive is a credit to the account, negative a debit. */
  readonly amountMinor: bigint;
}

/** What an entry is about. One entry of a kind is posted per subject, for ever. */
export type EntryKind =
  | 'FUND'
  /** Money from outside that its payment cannot use: it is owed back from the moment it arrives. */
  | 'DEPOSIT'
  | 'DEBIT'
  | 'SETTLE'
  | 'RETURN'
  | 'REFUND_START'
  | 'REFUND_SETTLE'
  | 'LATE_DELIVERY'
  /** What a card spends is set aside. */
  | 'CARD_HOLD'
  /** What was set aside can be spent again. */
  | 'CARD_RELEASE'
  /** A merchant is paid. */
  | 'CARD_CLEAR'
  /** A merchant gives money back. */
  | 'CARD_CREDIT'
  /** A merchant takes back what was given back. */
  | 'CARD_CREDIT_REVERSAL'
  /** Money that was set aside or paid out turns out not to have been taken. */
  | 'CARD_PULL_FAILURE'
  /** An internal account pays for tokens that are to be made. */
  | 'STABLECOIN_DEBIT'
  /** The tokens are delivered. */
  | 'STABLECOIN_SETTLE'
  /** None were made. */
  | 'STABLECOIN_REFUND';

/** A set of postings that sums to zero in each currency; made only by `balancedEntry`. */
export interface Entry {
  readonly kind: EntryKind;
  readonly subjectId: string;
  readonly postings: readonly Posting[];
  /** What statements call it, where its kind alone does not say. */
  readonly shownAs?: AccountEntryKind;
}

/** Postings of zero are left out; a set that does not balance is a bug and throws. */
export function balancedEntry(
  kind: EntryKind,
  subjectId: string,
  given: readonly Posting[],
  shownAs?: AccountEntryKind,
): Entry {
  const postings = given.filter((posting) => posting.amountMinor !== 0n);
  const sums = new Map<CurrencyCode, bigint>();
  for (const { currency, amountMinor } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new Error(`entry ${kind} of ${subjectId} is out of balance by ${sum} in ${currency}`);
  }
  return { kind, subjectId, postings, ...(shownAs && { shownAs }) };
}

/** `amountMinor` leaves `from` and reaches `to`. */
export function movement(
  from: LedgerAccount,
  to: LedgerAccount,
  currency: CurrencyCode,
  amountMinor: bigint,
): Posting[] {
  return [
    { account: from, currency, amountMinor: -amountMinor },
    { account: to, currency, amountMinor },
  ];
}
