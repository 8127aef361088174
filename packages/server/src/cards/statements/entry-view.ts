import type { AccountBalances, AccountEntry } from '@payments-platform/types';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { viewAmount } from '../../ground/money/money.ts';
import type { EntryRow } from './entries-repository.ts';

/** The currency of an account. */
export type Kept = Pick<InternalAccountRow, 'currency' | 'token'>;

/** An entry and, if it is a step of one, its card transaction. */
export interface ShownEntry extends EntryRow {
  readonly card_transaction_id: string | undefined;
}

export function viewEntry(row: ShownEntry, { currency, token }: Kept): AccountEntry {
  return {
    id: storedId('LedgerEntry', row.entry_id),
    createdAt: row.created_at,
    kind: row.kind,
    amount: viewAmount(row.amount_minor, currency, token),
    heldAmount: viewAmount(row.held_amount_minor, currency, token),
    ...viewBalances(row, { currency, token }),
    ...belongingOf(row),
  };
}

/** Zero if the account has no entry. */
export function viewBalances(
  row: Pick<EntryRow, 'balance_minor' | 'held_minor'> | undefined,
  { currency, token }: Kept,
): AccountBalances {
  const { balance_minor: balance, held_minor: held } = row ?? { balance_minor: 0n, held_minor: 0n };
  return { balance: viewAmount(balance, currency, token), totalBalance: viewAmount(balance + held, currency, token) };
}

function belongingOf(row: ShownEntry): Pick<AccountEntry, 'transactionId' | 'stablecoinOperationId'> {
  const { subject_id: subject, card_transaction_id: cardTransaction } = row;
  if (cardTransaction !== undefined) return { transactionId: storedId('CardTransaction', cardTransaction) };
  if (subject.startsWith('Transaction:')) return { transactionId: storedId('Transaction', subject) };
  if (subject.startsWith('StablecoinOperation:'))
    return { stablecoinOperationId: storedId('StablecoinOperation', subject) };
  return {};
}
