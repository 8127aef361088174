import type { Handler } from '../../operation/operation.ts';
import { showActionOf } from './show-action-of.ts';

export const getAgentActionById: Handler<'getAgentActionById'> = (call) => {
  const { agentId, actionId } = call.input.path;
  return showActionOf(call, agentId, actionId);
};
