import { listExternalAccounts } from '../../accounts/external/read-external-accounts.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

export const agentListExternalAccounts: Handler<'agentListExternalAccounts'> = async (call) => {
  const agent = await findCallingAgent(call);
  return isRefusal(agent) ? agent : listExternalAccounts(call, agent.customer_id);
};
