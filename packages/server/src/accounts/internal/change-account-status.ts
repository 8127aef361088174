import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { statement } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { emitAccountEvents } from './emit-account-events.ts';
import type { InternalAccountRow } from './tables.ts';

type AccountTrigger = TriggerOf<'internal-account'>;

interface StatusChange {
  readonly tenant: number;
  readonly id: string;
  readonly from: InternalAccountRow['status'];
  readonly to: InternalAccountRow['status'];
  /**
   * The largest balance and held amount for which the change applies: zero to close an account, otherwise unlimited.
   */
  readonly largestBalance: bigint;
  /** How many events the change emits. */
  readonly events: number;
  readonly now: string;
}

const change = statement<StatusChange, InternalAccountRow>('changeAccountStatus', (db, asked) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({ status: asked.to, sequence: row('sequence', '+', asked.events), updated_at: asked.now }))
    .where('tenant', '=', asked.tenant)
    .where('id', '=', asked.id)
    .where('status', '=', asked.from)
    .where('balance_minor', '<=', asked.largestBalance)
    .where('held_minor', '<=', asked.largestBalance)
    .returningAll(),
);

const changingEvents = ['INTERNAL_ACCOUNT.STATUS_UPDATED'] as const;
/**
 * Opening an account publishes its instructions. Closing it withdraws them, because a closed account cannot be paid.
 */
const withInstructions = ['INTERNAL_ACCOUNT.STATUS_UPDATED', 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'] as const;

const anyBalance = 2n ** 63n - 1n;

/**
 * Moves the account by its state table and emits its events. Returns `undefined` if its status is no longer the one
 * that the caller read, or if an account that is to be closed still holds money.
 */
export async function changeAccountStatus(
  context: WorkContext,
  { id, status }: Pick<InternalAccountRow, 'id' | 'status'>,
  trigger: AccountTrigger,
): Promise<InternalAccountRow | undefined> {
  const { unit, tenant, now } = context;
  const { to } = mustMove('internal-account', status, trigger);
  const isClosing = to === 'CLOSED';
  const events = isClosing || trigger === 'ACTIVATE' ? withInstructions : changingEvents;
  const changed = await unit.first(change, {
    tenant,
    id,
    from: status,
    to,
    largestBalance: isClosing ? 0n : anyBalance,
    events: events.length,
    now,
  });
  if (changed !== undefined) emitAccountEvents(context, changed, events);
  return changed;
}
