import type { Handler } from '../../operation/operation.ts';
import { codeDigest } from './device-code.ts';
import { findDeviceCode } from './device-codes-repository.ts';
import { findAgent } from './find-agent.ts';
import { unknownCode } from './find-code-holder.ts';

export const getAgentDeviceCodeStatus: Handler<'getAgentDeviceCodeStatus'> = async (call) => {
  const { input, unit, tenant, deps } = call;
  const { code } = input.path;
  const row = await findDeviceCode(unit, tenant, codeDigest(deps.sealer, code));
  if (row === undefined || (await findAgent(unit, tenant, row.agent_id)) === undefined) return unknownCode();
  return { status: 200, body: { code, redeemed: row.status === 'REDEEMED' } };
};
