import type { Manifest } from '../../operation/manifest.ts';
import { createAgent } from './create-agent.ts';
import { getAgentById } from './get-agent-by-id.ts';
import { getAgentDeviceCodeStatus } from './get-agent-device-code-status.ts';
import { getAgentMe } from './get-agent-me.ts';
import { listAgents } from './list-agents.ts';
import { redeemAgentDeviceCode } from './redeem-agent-device-code.ts';
import { regenerateAgentDeviceCode } from './regenerate-agent-device-code.ts';
import { updateAgent } from './update-agent.ts';
import { updateAgentPolicy } from './update-agent-policy.ts';

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
} satisfies Manifest;
