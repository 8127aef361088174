import type { AccountEntryKind } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { NewRow, Schema } from '../../ground/database/schema.ts';
import type { Entry, EntryKind } from './entry.ts';
import type { NetChange } from './net-changes.ts';

/** An internal account after an entry changed its balance. */
export type ChangedAccount = Selectable<Schema['internal_accounts']>;

/** The kind of an entry on an account's statement; `null` for kinds that never change an internal account. */
const shownKinds: Readonly<Record<EntryKind, AccountEntryKind | null>> = {
  FUND: 'SANDBOX_FUNDING',
  DEPOSIT: null,
  DEBIT: 'PAYMENT_SENT',
  SETTLE: 'PAYMENT_RECEIVED',
  RETURN: 'FEE_REVERSAL',
  FEE_RETURN: 'FEE_REVERSAL',
  REFUND_START: null,
  REFUND_SETTLE: 'REFUND',
  LATE_DELIVERY: null,
  CARD_HOLD: 'CARD_HOLD',
  CARD_RELEASE: 'CARD_RELEASE',
  CARD_CLEAR: 'CARD_PURCHASE',
  CARD_CREDIT: 'CARD_REFUND',
  CARD_CREDIT_REVERSAL: 'CARD_REFUND_REVERSAL',
  CARD_PULL_FAILURE: 'CARD_FUNDING_REVERSAL',
  STABLECOIN_DEBIT: 'STABLECOIN_MINT',
  STABLECOIN_SETTLE: null,
  STABLECOIN_REFUND: 'STABLECOIN_MINT_REFUND',
};

/** The kind of an entry on the statement of an account. One entry may pay one account and the fee of another. */
function shownKind(entry: Entry, account: string): AccountEntryKind {
  if (entry.kind === 'SETTLE' && bringsOnlyFees(entry, account)) return 'FEE';
  const kind = entry.shownAs ?? shownKinds[entry.kind];
  if (kind === null)
    throw new Error(`an entry ${entry.kind} of ${entry.subjectId} has no statement kind for ${account}`);
  return kind;
}

/** Postings come in pairs, so the source of each posting is next to it. */
function bringsOnlyFees({ postings }: Entry, account: string): boolean {
  return postings.every(
    (posting, at) =>
      posting.account !== account || postings[at ^ 1]?.account.startsWith('service:platform-fees:') === true,
  );
}

/** The statement rows of an entry: one for each internal account that it changed. */
export function accountEntries(
  entry: Entry,
  entryId: string,
  changes: readonly (NetChange & { readonly changed: ChangedAccount })[],
): NewRow<'account_entries'>[] {
  return changes.map(({ account, balanceMinor, heldMinor = 0n, changed }) => ({
    tenant: changed.tenant,
    account_id: account,
    sequence: changed.sequence,
    entry_id: entryId,
    kind: shownKind(entry, account),
    subject_id: entry.subjectId,
    amount_minor: balanceMinor,
    held_amount_minor: heldMinor,
    balance_minor: changed.balance_minor,
    held_minor: changed.held_minor,
    created_at: changed.entered_at ?? changed.updated_at,
  }));
}
