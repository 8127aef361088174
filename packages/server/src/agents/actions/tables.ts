import type { AgentActionType, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    agent_actions: AgentActionsTable;
  }
}

interface AgentActionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  agent_id: Fixed<string>;
  customer_id: Fixed<string>;
  type: Fixed<AgentActionType>;
  status: StateOf<'agent-action'>;
  quote_id: Fixed<string>;
  transaction_id: Fixed<string>;
  /** The reason that the platform gave with the rejection. */
  rejection_reason: string | null;
  /** The signature of the owner of an embedded wallet; `null` for other sources. */
  owner_signature: Fixed<string | null>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** An action of an agent, as it is stored. */
export type ActionRow = Stored<'agent_actions'>;
