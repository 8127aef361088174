import { type Handler, isRefusal } from '../../operation/operation.ts';
import { viewAgent } from './agent-view.ts';
import { findCallingAgent } from './calling-agent.ts';

export const getAgentMe: Handler<'getAgentMe'> = async (call) => {
  const agent = await findCallingAgent(call);
  return isRefusal(agent) ? agent : { status: 200, body: viewAgent(agent, call.now) };
};
