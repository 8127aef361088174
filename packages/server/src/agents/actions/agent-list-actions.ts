import type { Handler } from '../../operation/operation.ts';
import { listActionPage } from './list-action-page.ts';

export const agentListActions: Handler<'agentListActions'> = (call) => {
  const { query } = call.input;
  return listActionPage(call, query, { agent_id: call.caller.agentId ?? '', status: query.status });
};
