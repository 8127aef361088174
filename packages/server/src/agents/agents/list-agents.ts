import { type SqlBool, sql } from 'kysely';
import { listPage, withinTimes } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewAgent } from './agent-view.ts';
import type { AgentRow } from './tables.ts';

export const listAgents: Handler<'listAgents'> = ({ input: { query }, tenant, unit, now }) => {
  const { customerId: customer_id, isPaused, isConnected } = query;
  const filter = {
    tenant,
    customer_id,
    deleted_at: null,
    ...(isPaused !== undefined && { is_paused: Number(isPaused) }),
  };
  const connected = isConnected ? sql<SqlBool>`token_hash is not null` : sql<SqlBool>`token_hash is null`;
  const conditions = [...withinTimes(query), ...(isConnected === undefined ? [] : [connected])];
  return listPage(
    unit,
    { table: 'agents', of: 'Agent' },
    query,
    filter,
    (row: AgentRow) => viewAgent(row, now),
    conditions,
  );
};
