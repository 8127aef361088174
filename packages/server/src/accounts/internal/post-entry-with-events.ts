import type { ChangedAccount } from '../../engines/ledger/account-entries.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import { type PostEntryContext, type PostingRefusal, postEntry } from '../../engines/ledger/post-entry.ts';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewInternalAccount } from './internal-account-view.ts';

/**
 * Posts the entry and emits, in the same unit, an event for each account whose balance changed. Returns the changed
 * accounts, or the refusal of a debit, after which the caller must roll back its unit.
 */
export async function postEntryWithEvents(
  context: WorkContext,
  entry: Entry,
  limits: Pick<PostEntryContext, 'dailyLimitMinor'> = {},
): Promise<ChangedAccount[] | PostingRefusal> {
  const { unit, tenant, now, deps } = context;
  const posted = await postEntry({ unit, tenant, now, ids: deps.ids, ...limits }, entry);
  if (typeof posted === 'string') return posted;
  appendEvents(
    { unit, tenant, now, ids: deps.ids },
    posted.map((account) => ({
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      resourceId: account.id,
      sequence: account.sequence,
      data: viewInternalAccount(account, deps.funding),
    })),
  );
  return posted;
}
