import type { AgentDeviceCode } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import { dayMs, plusMs } from '../../ground/clock/instant.ts';
import type { Random } from '../../ground/ids/ids.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { insertDeviceCode, isCodeTaken, moveDeviceCodesOf } from './device-codes-repository.ts';

/** Thirty-two letters and digits that cannot be mistaken for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;
const codeLifetimeMs = dayMs;

/**
 * The digest that is stored instead of a code. It is keyed, so codes cannot be tried against a copy of the data without
 * the master key.
 */
export function codeDigest(sealer: Sealer, code: string): string {
  return sealer.digest(`device code ${code}`);
}

function newCode(random: Random): string {
  // The length of the alphabet divides 256, so every letter is equally likely.
  const letters = [...random.bytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `SERVICE-AGENT-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Creates the code that connects a program with an agent. It exists only here and in the response. */
export async function issueDeviceCode(
  { unit, tenant, now, deps }: WorkContext,
  agentId: string,
): Promise<AgentDeviceCode> {
  let code = newCode(deps.random);
  while (await isCodeTaken(unit, codeDigest(deps.sealer, code))) code = newCode(deps.random);
  const expiresAt = plusMs(now, codeLifetimeMs);
  insertDeviceCode(unit, {
    tenant,
    code_digest: codeDigest(deps.sealer, code),
    agent_id: agentId,
    status: mustMove('agent-device-code', null, 'ISSUE').to,
    expires_at: expiresAt,
    created_at: now,
  });
  return { code, agentId: storedId('Agent', agentId), expiresAt, redeemed: false };
}

/** Withdraws the unredeemed codes of an agent. The caller has locked the agent. */
export function withdrawDeviceCodes(
  { unit, tenant }: WorkContext,
  agentId: string,
  trigger: 'REPLACE' | 'DELETE_AGENT',
): void {
  const from = 'UNREDEEMED';
  moveDeviceCodesOf(unit, { tenant, agentId, from, to: mustMove('agent-device-code', from, trigger).to });
}
