import type { WorkContext } from '../../operation/deps.ts';
import type { Caller, Refusal } from '../../operation/operation.ts';
import { refuse } from '../../operation/operation.ts';
import { findAgent, lockAgent } from './find-agent.ts';
import type { AgentRow } from './tables.ts';

type AgentCall = Pick<WorkContext, 'unit' | 'tenant'> & { readonly caller: Caller };

/** The agent that calls. The door knows it; it may have been deleted since. */
export async function findCallingAgent({
  unit,
  tenant,
  caller,
}: AgentCall): Promise<AgentRow | Refusal<'UNAUTHORIZED'>> {
  return (await findAgent(unit, tenant, caller.agentId ?? '')) ?? deleted;
}

/** The same for update: what it spends is counted on its row, so its payments come one after the other. */
export async function lockCallingAgent({
  unit,
  tenant,
  caller,
}: AgentCall): Promise<AgentRow | Refusal<'UNAUTHORIZED'>> {
  return (await lockAgent(unit, tenant, caller.agentId ?? '')) ?? deleted;
}

const deleted = refuse('UNAUTHORIZED', 'The agent has been deleted, and its access token with it.');
