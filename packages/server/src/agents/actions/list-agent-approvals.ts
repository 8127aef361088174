import type { Handler } from '../../operation/operation.ts';
import { listActionPage } from './list-action-page.ts';

/** Lists only pending actions, of all agents. */
export const listAgentApprovals: Handler<'listAgentApprovals'> = (call) => {
  const { query } = call.input;
  const { agentId: agent_id, customerId: customer_id } = query;
  return listActionPage(call, query, { agent_id, customer_id, status: 'PENDING_APPROVAL' });
};
