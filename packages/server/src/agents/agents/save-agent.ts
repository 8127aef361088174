import type { Unit } from '../../ground/database/unit.ts';
import { saveAgentRow } from './agents-repository.ts';
import type { AgentRow } from './tables.ts';

/** Saves a locked agent. If the row has changed since it was read, it was not locked, which is a bug. */
export async function saveAgent(unit: Unit, row: AgentRow): Promise<AgentRow> {
  if (!(await saveAgentRow(unit, row))) throw new Error(`${row.id} changed although it was locked`);
  return { ...row, revision: row.revision + 1 };
}
