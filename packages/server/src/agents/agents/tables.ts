import type { AgentPolicy, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    agents: AgentsTable;
    agent_device_codes: AgentDeviceCodesTable;
  }
}

interface AgentsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  name: string;
  customer_id: Fixed<string>;
  is_paused: number;
  policy: JsonText<AgentPolicy>;
  /** `null` until a program is connected. */
  token_hash: string | null;
  usage_day: string;
  daily_count: number;
  daily_spend_minor: bigint;
  monthly_spend_minor: bigint;
  revision: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
}

/** An agent as it is stored. */
export type AgentRow = Stored<'agents'>;

interface AgentDeviceCodesTable {
  tenant: Fixed<number>;
  code_digest: Fixed<string>;
  agent_id: Fixed<string>;
  status: StateOf<'agent-device-code'>;
  expires_at: Fixed<Instant>;
  created_at: Fixed<Instant>;
}

export type DeviceCodeRow = Stored<'agent_device_codes'>;
