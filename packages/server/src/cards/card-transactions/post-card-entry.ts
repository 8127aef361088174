import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Credit, creditEntry } from './card-entries.ts';
import { findPayer } from './card-transactions-repository.ts';
import type { CardTransactionRow } from './tables.ts';
import { isUnsigned } from './unsigned-wallet.ts';

/** Posts what a step moves, and answers whether the account takes it; where it does not, nothing was posted. */
export async function isPosted(context: WorkContext, entry: Entry): Promise<boolean> {
  // Each step is about one account, so a refusal comes before anything was written.
  return typeof (await postEntryWithEvents(context, entry)) !== 'string';
}

/**
 * The same for what takes more from the account than was set aside: a wallet pays no more than that once its owner has
 * taken the key back, or another account pays for the card.
 */
export async function isPulled(context: WorkContext, row: CardTransactionRow, entry: Entry): Promise<boolean> {
  return !(await isUnsigned(context, await findPayer(context.unit, row))) && isPosted(context, entry);
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
