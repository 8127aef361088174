import type { WorkContext } from '../../operation/deps.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import { withdrawDeviceCodes } from '../agents/device-code.ts';
import { lockAgentsOfCustomer } from '../agents/find-agent.ts';
import { saveAgent } from '../agents/save-agent.ts';
import type { AgentRow } from '../agents/tables.ts';
import { listWaitingActions } from './actions-repository.ts';
import { endAction } from './decide-action.ts';

/**
 * Deletes a locked agent and ends its pending actions. Every request reads the token, so it is refused from the commit
 * on.
 */
export async function endAgent(context: WorkContext, row: AgentRow): Promise<void> {
  const { unit, tenant, now } = context;
  for (const action of await listWaitingActions(unit, tenant, row.id)) await endAction(context, action, 'DELETE_AGENT');
  withdrawDeviceCodes(context, row.id, 'DELETE_AGENT');
  await saveAgent(unit, { ...row, token_hash: null, updated_at: now, deleted_at: now });
}

/** Deletes the agents of a customer who is being deleted. No agent prevents the deletion. */
export async function endAgentsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  for (const row of await lockAgentsOfCustomer(context.unit, context.tenant, customerId)) await endAgent(context, row);
  return { ids: [], details: {} };
}
