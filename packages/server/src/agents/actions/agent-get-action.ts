import type { Handler } from '../../operation/operation.ts';
import { showActionOf } from './show-action-of.ts';

export const agentGetAction: Handler<'agentGetAction'> = (call) =>
  showActionOf(call, call.caller.agentId, call.input.path.actionId);
