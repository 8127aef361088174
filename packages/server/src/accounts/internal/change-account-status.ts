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
  /** The most that may be on the account, or set aside: nothing where it is closed, whatever there is otherwise. */
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
/** With the opening of an account its instructions appear; nobody can pay into a closed one: they are withdrawn. */
const withInstructions = ['INTERNAL_ACCOUNT.STATUS_UPDATED', 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'] as const;

const anyBalance = 2n ** 63n - 1n;

/**
 * Moves the account by its state table and emits its events. Returns `undefined` when the status is no longer the
 * one that the caller has read, or when an account that is to be closed still holds money.
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
