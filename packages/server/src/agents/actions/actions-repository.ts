import type { StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ActionRow } from './tables.ts';

const actions = table('agent_actions');
const find = actions.find('id');
const findOfTransaction = actions.find('transaction_id');
const findOfAgent = actions.find('agent_id', 'status');

export function findAction(unit: Unit, tenant: number, id: string): Promise<ActionRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function findActionOfTransaction(
  unit: Unit,
  tenant: number,
  transactionId: string,
): Promise<ActionRow | undefined> {
  return unit.first(findOfTransaction, { tenant, transaction_id: transactionId });
}

export function listWaitingActions(unit: Unit, tenant: number, agentId: string): Promise<ActionRow[]> {
  return unit.all(findOfAgent, { tenant, agent_id: agentId, status: 'PENDING_APPROVAL' });
}

export function insertAction(unit: Unit, row: ActionRow): void {
  unit.insert('agent_actions', [row]);
}

interface ActionMove {
  readonly tenant: number;
  readonly id: string;
  readonly from: StateOf<'agent-action'>;
  readonly to: StateOf<'agent-action'>;
  readonly rejectionReason: string | null;
  readonly now: Instant;
}

const move = statement<ActionMove, never>('moveAgentAction', (db, change) =>
  db
    .updateTable('agent_actions')
    .set({ status: change.to, rejection_reason: change.rejectionReason, updated_at: change.now })
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.id)
    .where('status', '=', change.from),
);

/** Returns whether the action still had that status. */
export async function moveActionRow(unit: Unit, change: ActionMove): Promise<boolean> {
  return (await unit.run(move, change)) === 1;
}
