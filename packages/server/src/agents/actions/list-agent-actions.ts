import type { Handler } from '../../operation/operation.ts';
import { findAgentEvenDeleted, unknownAgent } from '../agents/find-agent.ts';
import { listActionPage } from './list-action-page.ts';

export const listAgentActions: Handler<'listAgentActions'> = async (call) => {
  const { path, query } = call.input;
  const agent = await findAgentEvenDeleted(call.unit, call.tenant, path.agentId);
  if (agent === undefined) return unknownAgent(path.agentId);
  return listActionPage(call, query, { agent_id: agent.id, status: query.status });
};
