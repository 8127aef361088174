import { type ExternalHandler, type Refusal, refuse } from '../../operation/operation.ts';
import { unknownAction } from './action-view.ts';
import { approveAction, type Undecidable } from './decide-action.ts';

export const approveAgentAction: ExternalHandler<'approveAgentAction'> = async (call) => {
  const { agentId, actionId } = call.input.path;
  const decided = await approveAction(call, { agentId, actionId });
  return typeof decided === 'string' ? refuseDecision(decided, actionId) : { status: 200, body: decided };
};

export function refuseDecision(why: Undecidable, actionId: string): Refusal<'NOT_FOUND' | 'CONFLICT'> {
  if (why === 'UNKNOWN') return unknownAction(actionId);
  return refuse(
    'CONFLICT',
    `${actionId} is no longer waiting for approval. Read its outcome with GET /agents/{agentId}/actions/{actionId}.`,
  );
}
