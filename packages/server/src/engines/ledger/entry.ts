import type { AccountEntryKind } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { LedgerAccount } from './accounts.ts';

export interface Posting {
  readonly account: LedgerAccount;
  readonly currency: CurrencyCode;
  /** Positive is a credit to the account, negative a debit. */
  readonly amountMinor: bigint;
}

/** What an entry records. At most one entry of a kind is ever posted per subject. */
export type EntryKind =
  | 'FUND'
  /** Money from outside that its payment cannot use. It is owed back from the moment it arrives. */
  | 'DEPOSIT'
  | 'DEBIT'
  | 'SETTLE'
  | 'RETURN'
  /** The platform gives back the fee of a returned payment, which it could not do at the return. */
  | 'FEE_RETURN'
  | 'REFUND_START'
  | 'REFUND_SETTLE'
  | 'LATE_DELIVERY'
  /** Holds the amount that a card spends. */
  | 'CARD_HOLD'
  /** Makes held money available again. */
  | 'CARD_RELEASE'
  /** Pays a merchant. */
  | 'CARD_CLEAR'
  /** A merchant returns money. */
  | 'CARD_CREDIT'
  /** A merchant takes back the money that it returned. */
  | 'CARD_CREDIT_REVERSAL'
  /** Money that was held or paid out could not be collected. */
  | 'CARD_PULL_FAILURE'
  /** An internal account pays for tokens before they are minted. */
  | 'STABLECOIN_DEBIT'
  /** The tokens are delivered. */
  | 'STABLECOIN_SETTLE'
  /** No tokens were minted. */
  | 'STABLECOIN_REFUND';

/** A set of postings that sums to zero in each currency; made only by `balancedEntry`. */
export interface Entry {
  readonly kind: EntryKind;
  readonly subjectId: string;
  readonly postings: readonly Posting[];
  /** The kind on statements, if the kind of the entry does not determine it. */
  readonly shownAs?: AccountEntryKind;
}

/** Omits postings of zero. Throws if the set does not balance, because that is a bug. */
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

/** Moves `amountMinor` from `from` to `to`. */
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
