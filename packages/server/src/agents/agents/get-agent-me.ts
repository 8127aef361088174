import { type Handler, refuse } from '../../operation/operation.ts';
import { viewAgent } from './agent-view.ts';
import { findAgent } from './find-agent.ts';

export const getAgentMe: Handler<'getAgentMe'> = async ({ caller, unit, tenant, now }) => {
  const row = await findAgent(unit, tenant, caller.agentId ?? '');
  if (row === undefined) return refuse('UNAUTHORIZED', 'The agent has been deleted, and its access token with it.');
  return { status: 200, body: viewAgent(row, now) };
};
