import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { AgentRow } from './tables.ts';

const agents = table('agents');
const find = agents.find('id');

/** Also finds deleted agents. */
export function findAgentRow(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = agents.lock('id');

export function lockAgentRow(unit: Unit, tenant: number, id: string): Promise<AgentRow | undefined> {
  return unit.first(lock, { tenant, id });
}

export function insertAgent(unit: Unit, row: AgentRow): void {
  unit.insert('agents', [row]);
}

const save = statement<AgentRow, never>('saveAgent', (db, row) =>
  db
    .updateTable('agents')
    .set((eb) => ({
      name: row.name,
      is_paused: row.is_paused,
      policy: row.policy,
      token_hash: row.token_hash,
      usage_day: row.usage_day,
      daily_count: row.daily_count,
      daily_spend_minor: row.daily_spend_minor,
      monthly_spend_minor: row.monthly_spend_minor,
      updated_at: row.updated_at,
      deleted_at: row.deleted_at,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id)
    .where('revision', '=', row.revision),
);

/** Returns whether the row was unchanged since it was read. */
export async function saveAgentRow(unit: Unit, row: AgentRow): Promise<boolean> {
  return (await unit.run(save, row)) === 1;
}
