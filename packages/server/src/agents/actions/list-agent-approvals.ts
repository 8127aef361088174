import { type SqlBool, sql } from 'kysely';
import { readInstant } from '../../ground/clock/read-instant.ts';
import type { Handler } from '../../operation/operation.ts';
import { listActionPage } from './list-action-page.ts';

/** Lists only pending actions. Agents read the decided ones themselves. */
export const listAgentApprovals: Handler<'listAgentApprovals'> = (call) => {
  const { query } = call.input;
  const { agentId: agent_id, customerId: customer_id, startDate, endDate } = query;
  const filter = { agent_id, customer_id, status: 'PENDING_APPROVAL' } as const;
  return listActionPage(call, query, filter, [
    ...(startDate === undefined ? [] : [sql<SqlBool>`created_at >= ${readInstant(startDate)}`]),
    ...(endDate === undefined ? [] : [sql<SqlBool>`created_at <= ${readInstant(endDate)}`]),
  ]);
};
