import type { Handler } from '../../operation/operation.ts';
import { lockAgent, unknownAgent } from '../agents/find-agent.ts';
import { endAgent } from './end-agent.ts';

export const deleteAgent: Handler<'deleteAgent'> = async (call) => {
  const { input, unit, tenant } = call;
  const row = await lockAgent(unit, tenant, input.path.agentId);
  if (row === undefined) return unknownAgent(input.path.agentId);
  await endAgent(call, row);
  return { status: 204, body: undefined };
};
