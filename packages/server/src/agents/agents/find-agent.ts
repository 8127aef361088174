import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findAgentRow, lockAgentRow, lockAgentsOfCustomer } from './agents-repository.ts';
import type { AgentRow } from './tables.ts';

/** An agent that is not deleted. */
export async function findAgent(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unlessDeleted(await findAgentRow(unit, tenant, id));
}

/** The same for update: no other unit changes it before this one ends. Whoever locks more locks the agent first. */
export async function lockAgent(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unlessDeleted(await lockAgentRow(unit, tenant, id));
}

/** Those of a customer that are not deleted, for update. */
export function lockAgentsOf(unit: Unit, tenant: number, customerId: string): Promise<AgentRow[]> {
  return lockAgentsOfCustomer(unit, tenant, customerId);
}

function unlessDeleted(row: AgentRow | undefined): AgentRow | undefined {
  return row === undefined || row.deleted_at !== null ? undefined : row;
}

/** The same words for an agent of another platform, one that is deleted and one that never was. */
export function unknownAgent(id: string): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', `There is no agent ${id}; it may have been deleted. Check the id and the environment.`);
}
