import { listTransactions } from '../../cards/all-transactions/list-transactions.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

/** Lists all transactions of the customer, whether or not the agent started them. */
export const agentListTransactions: Handler<'agentListTransactions'> = async (call) => {
  const agent = await findCallingAgent(call);
  if (isRefusal(agent)) return agent;
  const query = { ...call.input.query, customerId: storedId('Customer', agent.customer_id) };
  return listTransactions({ ...call, input: { ...call.input, query } });
};
