import type { WorkContext } from '../../operation/deps.ts';
import { type Caller, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { findAgent, lockAgent } from './find-agent.ts';
import type { AgentRow } from './tables.ts';

type AgentCall = Pick<WorkContext, 'unit' | 'tenant'> & { readonly caller: Caller };

/** The calling agent. It was found when the request arrived, but may have been deleted since. */
export async function findCallingAgent({
  unit,
  tenant,
  caller,
}: AgentCall): Promise<AgentRow | Refusal<'UNAUTHORIZED'>> {
  return (await findAgent(unit, tenant, caller.agentId ?? '')) ?? deleted;
}

/** Locks the calling agent. Its usage is counted on its row, so its payments run one after another. */
export async function lockCallingAgent({
  unit,
  tenant,
  caller,
}: AgentCall): Promise<AgentRow | Refusal<'UNAUTHORIZED'>> {
  return (await lockAgent(unit, tenant, caller.agentId ?? '')) ?? deleted;
}

/** The same for a payment that locks its customer: the deletion of a customer locks them before their agents. */
export async function lockCallingAgentAfterCustomer(call: AgentCall): Promise<AgentRow | Refusal<'UNAUTHORIZED'>> {
  const agent = await findCallingAgent(call);
  if (isRefusal(agent)) return agent;
  // With the customer, the agent is deleted.
  await lockActiveCustomer(call.unit, call.tenant, agent.customer_id);
  return lockCallingAgent(call);
}

const deleted = refuse(
  'UNAUTHORIZED',
  'The agent and its access token have been deleted. Ask the platform for a new agent.',
);
