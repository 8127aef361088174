import type { Dependents, WorkContext } from '../../operation/deps.ts';
import { lockAgentsOfCustomer, saveAgent } from './agents-repository.ts';
import { withdrawDeviceCodes } from './device-code.ts';
import type { AgentRow } from './tables.ts';

/** The end of a locked agent. Requests look its token up each time, so it is refused from the commit on. */
export async function endAgent(context: WorkContext, row: AgentRow): Promise<void> {
  const { unit, now } = context;
  withdrawDeviceCodes(context, row.id, 'DELETE_AGENT');
  await saveAgent(unit, { ...row, token_hash: null, updated_at: now, deleted_at: now });
}

/** The agents of a customer end with it, and nothing of them stands in the way. */
export async function endAgentsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  for (const row of await lockAgentsOfCustomer(context.unit, context.tenant, customerId)) await endAgent(context, row);
  return { ids: [], details: {} };
}
