import { Buffer } from 'node:buffer';
import { uncountGuess } from '../../engines/guesses/guesses.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { Random } from '../../ground/ids/ids.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import { type Handler, type Refusal, recorded, refuse } from '../../operation/operation.ts';
import { codeDigest } from './device-code.ts';
import { findDeviceCode, moveDeviceCode } from './device-codes-repository.ts';
import { lockAgent } from './find-agent.ts';
import { unknownCode } from './find-code-holder.ts';
import { saveAgent } from './save-agent.ts';
import type { DeviceCodeRow } from './tables.ts';

/** 160 bits: too many to guess, so a plain SHA-256 protects the token. */
const tokenBytes = 20;

/**
 * The platform was found by the code before the handler. If several programs redeem a code concurrently, one connects.
 */
export const redeemAgentDeviceCode: Handler<'redeemAgentDeviceCode'> = async (call) => {
  const { input, caller, unit, tenant, now, deps } = call;
  const digest = codeDigest(deps.sealer, input.path.code);
  const code = await findDeviceCode(unit, tenant, digest);
  if (code === undefined) return unknownCode();
  // Replacing codes also locks the agent, so the code does not change after this.
  const agent = await lockAgent(unit, tenant, code.agent_id);
  const isOver = code.expires_at <= now;
  const { to } = mustMove('agent-device-code', 'UNREDEEMED', isOver ? 'EXPIRE' : 'REDEEM');
  const isMoved = await moveDeviceCode(unit, { tenant, digest, from: 'UNREDEEMED', to });
  if (isOver) return recorded(expired(code));
  if (!isMoved || agent === undefined) return usedBefore;
  const accessToken = newAccessToken(deps.random);
  await saveAgent(unit, { ...agent, token_hash: hashSecret(accessToken), updated_at: now });
  uncountGuess(unit, caller.tokenId);
  const body = {
    agentId: storedId('Agent', agent.id),
    agentName: agent.name,
    accessToken,
    policy: readJson(agent.policy),
  };
  return { status: 200, body };
};

function newAccessToken(random: Random): string {
  return `gat_${Buffer.from(random.bytes(tokenBytes)).toString('hex')}`;
}

function expired({ expires_at: at }: DeviceCodeRow): Refusal<'INVALID_INPUT'> {
  return refuse('INVALID_INPUT', `The device code expired at ${at}. Ask the platform for a new one.`);
}

const usedBefore = refuse(
  'INVALID_INPUT',
  'The device code was already redeemed or replaced by a newer one. Ask the platform for a new one.',
);
