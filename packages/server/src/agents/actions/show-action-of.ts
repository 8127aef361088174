import type { AgentAction } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import type { Refusal } from '../../operation/operation.ts';
import { showAction, unknownAction } from './action-view.ts';
import { findAction } from './actions-repository.ts';

/** Reads an action of this agent; one of another agent is not found. */
export async function showActionOf(
  context: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  agentId: string | undefined,
  actionId: string,
): Promise<{ readonly status: 200; readonly body: AgentAction } | Refusal<'NOT_FOUND'>> {
  const row = await findAction(context.unit, context.tenant, actionId);
  if (row === undefined || row.agent_id !== agentId) return unknownAction(actionId);
  return { status: 200, body: await showAction(context, row) };
}
