import type { Handler } from '../../operation/operation.ts';
import { showAction, unknownAction } from './action-view.ts';
import { findAction } from './actions-repository.ts';

export const agentGetAction: Handler<'agentGetAction'> = async (call) => {
  const { actionId } = call.input.path;
  const row = await findAction(call.unit, call.tenant, actionId);
  if (row === undefined || row.agent_id !== call.caller.agentId) return unknownAction(actionId);
  return { status: 200, body: await showAction(call, row) };
};
