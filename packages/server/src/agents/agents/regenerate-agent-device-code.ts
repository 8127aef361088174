import { type Handler, refuse } from '../../operation/operation.ts';
import { issueDeviceCode, withdrawDeviceCodes } from './device-code.ts';
import { lockAgent, unknownAgent } from './find-agent.ts';

export const regenerateAgentDeviceCode: Handler<'regenerateAgentDeviceCode'> = async (call) => {
  const { input, unit, tenant } = call;
  const row = await lockAgent(unit, tenant, input.path.agentId);
  if (row === undefined) return unknownAgent(input.path.agentId);
  if (row.token_hash !== null) {
    return refuse(
      'CONFLICT',
      `A program is already connected with ${row.id}. To connect another one, delete the agent and create a new one.`,
    );
  }
  withdrawDeviceCodes(call, row.id, 'REPLACE');
  return { status: 201, body: await issueDeviceCode(call, row.id) };
};
