import type { WorkContext } from '../../operation/deps.ts';
import type { Caller, Refusal } from '../../operation/operation.ts';
import { refuse } from '../../operation/operation.ts';
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

const deleted = refuse(
  'UNAUTHORIZED',
  'The agent and its access token have been deleted. Ask the platform for a new agent.',
);
