import type { WorkContext } from '../../operation/deps.ts';
import type { TransactionRow } from '../../payments/transactions/transaction-row.ts';
import { lockAgent } from '../agents/find-agent.ts';
import { findActionOfTransaction } from './actions-repository.ts';
import { moveAction } from './move-action.ts';

/** Expires an action that was not decided in time. Like every decision, it locks the agent first. */
export async function expireAction(context: WorkContext, { id, agent_id: agentId }: TransactionRow): Promise<void> {
  const { unit, tenant } = context;
  if (agentId === null || (await lockAgent(unit, tenant, agentId)) === undefined) return;
  const action = await findActionOfTransaction(unit, tenant, id);
  if (action?.status === 'PENDING_APPROVAL') await moveAction(context, action, 'EXPIRE');
}
