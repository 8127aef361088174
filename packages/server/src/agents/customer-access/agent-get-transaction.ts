import { getTransactionById } from '../../cards/all-transactions/get-transaction-by-id.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { unknownTransaction } from '../../payments/transactions/find-transaction.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

/** Finds any transaction of the customer, whether or not the agent started it. */
export const agentGetTransaction: Handler<'agentGetTransaction'> = async (call) => {
  const agent = await findCallingAgent(call);
  if (isRefusal(agent)) return agent;
  const found = await getTransactionById({ ...call, input: { ...call.input } });
  if (isRefusal(found) || found.body.customerId === agent.customer_id) return found;
  return unknownTransaction(call.input.path.transactionId);
};
