import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { moveActionRow } from './actions-repository.ts';
import type { ActionRow } from './tables.ts';

/**
 * The only function that changes the status of an action. The caller has locked its agent, so no other decision is
 * possible.
 */
export async function moveAction(
  { unit, tenant, now }: WorkContext,
  row: ActionRow,
  trigger: TriggerOf<'agent-action'>,
  rejectionReason: string | null = null,
): Promise<ActionRow> {
  const { to } = mustMove('agent-action', row.status, trigger);
  const isMoved = await moveActionRow(unit, { tenant, id: row.id, from: row.status, to, rejectionReason, now });
  if (!isMoved) throw new Error(`${row.id} was decided while its agent was locked`);
  return { ...row, status: to, rejection_reason: rejectionReason, updated_at: now };
}
