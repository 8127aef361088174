import { sortedBy, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findAgentRow, lockAgentRow } from './agents-repository.ts';
import type { AgentRow } from './tables.ts';

/** Finds an agent that is or was there: what it requested stays readable. */
export function findAgentEvenDeleted(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return findAgentRow(unit, tenant, id);
}

/** Finds an agent, unless it is deleted. */
export async function findAgent(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unlessDeleted(await findAgentRow(unit, tenant, id));
}

/**
 * Finds the agent for update: no other unit changes it until this one ends. Code that locks several rows locks the
 * agent first.
 */
export async function lockAgent(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unlessDeleted(await lockAgentRow(unit, tenant, id));
}

const lockOfCustomer = statement<{ readonly tenant: number; readonly customerId: string }, AgentRow>(
  'lockAgentsOfCustomer',
  (db, { tenant, customerId }, engine) => {
    const found = db
      .selectFrom('agents')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy(sortedBy(engine, 'id'));
    return engine === 'postgres' ? found.forUpdate() : found;
  },
);

/** Locks the agents of a customer that are not deleted. */
export function lockAgentsOfCustomer(unit: Unit, tenant: number, customerId: string): Promise<AgentRow[]> {
  return unit.all(lockOfCustomer, { tenant, customerId });
}

function unlessDeleted(row: AgentRow | undefined): AgentRow | undefined {
  return row === undefined || row.deleted_at !== null ? undefined : row;
}

/** The refusal is the same for an agent of another platform, a deleted one and one that never existed. */
export function unknownAgent(id: string): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', `There is no agent ${id}; it may have been deleted. Check the id and the environment.`);
}
