import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import { isInternalAccount, type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, type EntryKind, movement } from '../../engines/ledger/entry.ts';
import type { PostingRefusal } from '../../engines/ledger/post-entry.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { StablecoinOperationRow } from './tables.ts';

type Paid = Pick<StablecoinOperationRow, 'id' | 'source_type' | 'source_account_id' | 'currency' | 'money_minor'>;
type Kind = Extract<EntryKind, `STABLECOIN_${string}`>;

/** Whether an internal account pays. Money that a provider receives directly is not in the ledger. */
export function isPaidHere({ source_type: type }: Pick<Paid, 'source_type'>): boolean {
  return type === 'SERVICE_INTERNAL_ACCOUNT';
}

function entry(kind: Kind, row: Paid, from: LedgerAccount, to: LedgerAccount): Entry {
  return balancedEntry(kind, row.id, movement(from, to, row.currency, row.money_minor));
}

function payerOf({ source_account_id: id }: Paid): LedgerAccount {
  if (id === null || !isInternalAccount(id)) throw new Error(`${id} cannot pay for tokens`);
  return id;
}

const transitOf = ({ currency }: Paid): LedgerAccount => serviceAccount('transit', currency);

/** Debits the money before the provider is called. Returns a refusal if nothing was posted. */
export async function debitPayer(context: WorkContext, row: Paid): Promise<PostingRefusal | undefined> {
  const posted = await postEntryWithEvents(context, entry('STABLECOIN_DEBIT', row, payerOf(row), transitOf(row)));
  return typeof posted === 'string' ? posted : undefined;
}

/** The tokens are delivered, so the money belongs to the provider. */
export async function settleWithProvider(context: WorkContext, row: Paid): Promise<void> {
  const settled = entry('STABLECOIN_SETTLE', row, transitOf(row), serviceAccount('world', row.currency));
  const posted = await postEntryWithEvents(context, settled);
  if (typeof posted === 'string') throw new Error(`the settlement of ${row.id} was refused: ${posted}`);
}

/** Refunds the money of a failed operation. If the account cannot be credited any more, the service owes it. */
export async function refundPayer(context: WorkContext, row: Paid): Promise<void> {
  const back = (to: LedgerAccount) => postEntryWithEvents(context, entry('STABLECOIN_REFUND', row, transitOf(row), to));
  if (typeof (await back(payerOf(row))) !== 'string') return;
  const owed = await back(serviceAccount('refunds', row.currency));
  if (typeof owed === 'string') throw new Error(`the refund of ${row.id} was refused: ${owed}`);
}
