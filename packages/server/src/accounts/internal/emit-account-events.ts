import type { EventType } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import type { InternalAccountRow } from './tables.ts';

type AccountEvent = Extract<EventType, `INTERNAL_ACCOUNT.${string}`>;

/** Appends the events of one change in this order. The `sequence` of the row already counts all of them. */
export function emitAccountEvents(
  { unit, tenant, now, deps }: WorkContext,
  account: InternalAccountRow,
  types: readonly AccountEvent[],
): void {
  const data = viewInternalAccount(account, deps.funding);
  appendEvents(
    { unit, tenant, now, ids: deps.ids },
    types.map((type, index) => ({
      type,
      resourceId: account.id,
      sequence: account.sequence - types.length + index + 1,
      data,
    })),
  );
}
