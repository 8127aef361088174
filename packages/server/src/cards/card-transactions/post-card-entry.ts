import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isUnsignedWallet } from '../delegated-keys/find-unsigned-wallet.ts';
import { type Credit, creditEntry } from './card-entries.ts';
import type { CardTransactionRow } from './tables.ts';

/** Posts what a step moves, and answers whether the account takes it; where it does not, nothing was posted. */
export async function isPosted(context: WorkContext, entry: Entry): Promise<boolean> {
  // Each step is about one account, so a refusal comes before anything was written.
  return typeof (await postEntryWithEvents(context, entry)) !== 'string';
}

/** Posts what takes from the balance; a wallet whose key was revoked pays for nothing more, however much it has. */
export async function isPulled(
  context: WorkContext,
  row: Pick<CardTransactionRow, 'card_id' | 'account_id'>,
  entry: Entry,
): Promise<boolean> {
  return !(await isUnsignedWallet(context, row)) && isPosted(context, entry);
}

/** For what gives back money that is set aside, or moves none of the account's: the ledger cannot refuse it. */
export async function mustPost(context: WorkContext, entry: Entry): Promise<void> {
  const posted = await postEntryWithEvents(context, entry);
  if (typeof posted === 'string') throw new Error(`${entry.kind} of ${entry.subjectId} was refused: ${posted}`);
}

/** Credits what a merchant gives back; where the account is closed or full, the service owes it and this is `false`. */
export async function postCredit(
  context: WorkContext,
  row: Pick<CardTransactionRow, 'account_id' | 'currency' | 'account_currency'>,
  stepId: string,
  credit: Credit,
): Promise<boolean> {
  if (await isPosted(context, creditEntry(stepId, row, credit, 'BALANCE'))) return true;
  await mustPost(context, creditEntry(stepId, row, credit, 'OWED'));
  return false;
}
