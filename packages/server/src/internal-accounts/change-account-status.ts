import { statement } from '../database/statement.ts';
import { mustMove, type TriggerOf } from '../states/transition.ts';
import { appendEvents } from '../webhooks/append-event.ts';
import type { WorkContext } from '../work-context.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import { viewInternalAccount } from './internal-account-view.ts';

type AccountTrigger = TriggerOf<'internal-account'>;

interface StatusChange {
  readonly tenant: number;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The most that may be on the account: nothing where it is closed, whatever there is otherwise. */
  readonly largestBalance: bigint;
  readonly now: string;
}

const change = statement<StatusChange, InternalAccountRow>('changeAccountStatus', (db, asked) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({ status: asked.to, sequence: row('sequence', '+', 1), updated_at: asked.now }))
    .where('tenant', '=', asked.tenant)
    .where('id', '=', asked.id)
    .where('status', '=', asked.from)
    .where('balance_minor', '<=', asked.largestBalance)
    .returningAll(),
);

const anyBalance = 2n ** 63n - 1n;

/**
 * Moves the account by its state table and tells of it. Answers `undefined` when the account is no longer
 * as the caller has read it, or, to be closed, still holds money.
 */
export async function changeAccountStatus(
  { unit, tenant, now, deps }: WorkContext,
  { id, status }: Pick<InternalAccountRow, 'id' | 'status'>,
  trigger: AccountTrigger,
): Promise<InternalAccountRow | undefined> {
  const { to } = mustMove('internal-account', status, trigger);
  const largestBalance = to === 'CLOSED' ? 0n : anyBalance;
  const changed = await unit.first(change, { tenant, id, from: status, to, largestBalance, now });
  if (changed === undefined) return undefined;
  appendEvents({ unit, tenant, now, ids: deps.ids }, [
    {
      type: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      resourceId: changed.id,
      sequence: changed.sequence,
      data: viewInternalAccount(changed),
    },
  ]);
  return changed;
}
