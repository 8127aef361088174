import { listCustomerInternalAccounts } from '../../accounts/internal/list-customer-internal-accounts.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

export const agentListInternalAccounts: Handler<'agentListInternalAccounts'> = async (call) => {
  const agent = await findCallingAgent(call);
  if (isRefusal(agent)) return agent;
  const query = { ...call.input.query, customerId: storedId('Customer', agent.customer_id) };
  return listCustomerInternalAccounts({ ...call, input: { ...call.input, query } });
};
