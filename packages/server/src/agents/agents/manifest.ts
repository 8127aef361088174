import { sweepEvery } from '../../engines/due-work/sweep.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { createAgent } from './create-agent.ts';
import { sweepAttempts } from './device-codes-repository.ts';
import { getAgentById } from './get-agent-by-id.ts';
import { getAgentDeviceCodeStatus } from './get-agent-device-code-status.ts';
import { getAgentMe } from './get-agent-me.ts';
import { listAgents } from './list-agents.ts';
import { redeemAgentDeviceCode } from './redeem-agent-device-code.ts';
import { regenerateAgentDeviceCode } from './regenerate-agent-device-code.ts';
import { updateAgent } from './update-agent.ts';
import { updateAgentPolicy } from './update-agent-policy.ts';

/** Attempts are counted in real time, for all platforms together. */
const dueAttemptSweep = sweepEvery('device_code_attempts', 10 * minuteMs, async (unit, { tenant, now }) =>
  tenant === null ? sweepAttempts(unit, now) : 0,
);

export const manifest = {
  operations: {
    createAgent,
    getAgentById,
    getAgentDeviceCodeStatus,
    getAgentMe,
    listAgents,
    redeemAgentDeviceCode,
    regenerateAgentDeviceCode,
    updateAgent,
    updateAgentPolicy,
  },
  dueWork: [dueAttemptSweep],
} satisfies Manifest;
