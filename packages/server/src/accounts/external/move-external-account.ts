import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { writeMove } from './external-account-repository.ts';
import { viewExternalAccount } from './external-account-view.ts';
import type { ExternalAccountRow } from './tables.ts';

/** Moves a locked account by its state table and emits the event of the move, if it has one. */
export function moveExternalAccount(
  { unit, tenant, now, deps }: WorkContext,
  account: ExternalAccountRow,
  trigger: TriggerOf<'external-account'>,
): ExternalAccountRow {
  const { to, event } = mustMove('external-account', account.status, trigger);
  if (to === account.status) return account;
  const sequence = account.sequence + (event === undefined ? 0 : 1);
  const moved = { ...account, status: to, sequence, updated_at: now };
  writeMove(unit, moved);
  if (event !== undefined) {
    const data = viewExternalAccount(moved);
    appendEvents({ unit, tenant, now, ids: deps.ids }, [
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resourceId: account.id, sequence, data },
    ]);
  }
  return moved;
}
