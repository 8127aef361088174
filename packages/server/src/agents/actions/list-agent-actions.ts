import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findAgentEvenDeleted, unknownAgent } from '../agents/find-agent.ts';
import { listActionPage } from './list-action-page.ts';

export const listAgentActions: Handler<'listAgentActions'> = async (call) => {
  const { path, query } = call.input;
  const page = await listActionPage(call, query, { agent_id: path.agentId, status: query.status });
  if (isRefusal(page)) return page;
  const agent = await findAgentEvenDeleted(call.unit, call.tenant, path.agentId);
  return agent === undefined ? unknownAgent(path.agentId) : page;
};
