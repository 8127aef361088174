import type { Handler } from '../../operation/operation.ts';
import { viewAgent } from './agent-view.ts';
import { findAgent, unknownAgent } from './find-agent.ts';

export const getAgentById: Handler<'getAgentById'> = async ({ input: { path }, unit, tenant, now }) => {
  const row = await findAgent(unit, tenant, path.agentId);
  return row === undefined ? unknownAgent(path.agentId) : { status: 200, body: viewAgent(row, now) };
};
