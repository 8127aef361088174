import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Credit, creditEntry } from './card-entries.ts';
import { findPayer } from './card-transactions-repository.ts';
import type { CardTransactionRow } from './tables.ts';
import { isUnsigned } from './unsigned-wallet.ts';

/** Posts the entry of a step. Returns `false`, with nothing posted, if the account refuses it. */
export async function tryPost(context: WorkContext, entry: Entry): Promise<boolean> {
  // Each step affects one account, so a refusal comes before anything is written.
  return typeof (await postEntryWithEvents(context, entry)) !== 'string';
}

/**
 * Posts a step that debits more than was held. A wallet pays no more once its owner has revoked the key or another
 * account pays for the card.
 */
export async function tryPull(context: WorkContext, row: CardTransactionRow, entry: Entry): Promise<boolean> {
  return !(await isUnsigned(context, await findPayer(context.unit, row))) && tryPost(context, entry);
}

/** Posts a step that the ledger cannot refuse: it releases a hold or moves none of the account's money. */
export async function mustPost(context: WorkContext, entry: Entry): Promise<void> {
  const posted = await postEntryWithEvents(context, entry);
  if (typeof posted === 'string') throw new Error(`${entry.kind} of ${entry.subjectId} was refused: ${posted}`);
}

/** Credits a refund. If the account is closed or full, the service owes the money and the result is `false`. */
export async function postCredit(
  context: WorkContext,
  row: Pick<CardTransactionRow, 'account_id' | 'currency' | 'account_currency'>,
  stepId: string,
  credit: Credit,
): Promise<boolean> {
  if (await tryPost(context, creditEntry(stepId, row, credit, 'BALANCE'))) return true;
  await mustPost(context, creditEntry(stepId, row, credit, 'OWED'));
  return false;
}
