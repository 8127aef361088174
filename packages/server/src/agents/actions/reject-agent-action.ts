import type { ExternalHandler } from '../../operation/operation.ts';
import { refuseDecision } from './approve-agent-action.ts';
import { rejectAction } from './decide-action.ts';

export const rejectAgentAction: ExternalHandler<'rejectAgentAction'> = async (call) => {
  const { agentId, actionId } = call.input.path;
  const decided = await rejectAction(call, { agentId, actionId }, call.input.body?.reason ?? null);
  return typeof decided === 'string' ? refuseDecision(decided, actionId) : { status: 200, body: decided };
};
