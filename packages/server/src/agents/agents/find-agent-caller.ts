import type { AgentPolicy } from '@payments-platform/types';
import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import { statement } from '../../ground/database/statement.ts';
import { type JsonText, readJson } from '../../ground/json/json-text.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { Caller } from '../../operation/operation.ts';
import type { LaunchFacts } from '../../platform/production-approval/launch-facts.ts';

/** A calling agent and what its platform allows it to do. */
export interface CallingAgent {
  readonly caller: Caller;
  readonly isPaused: boolean;
  readonly policy: AgentPolicy;
  readonly platform: LaunchFacts;
}

interface AgentCallerRow extends JoinedClock, LaunchFacts {
  readonly tenant: number;
  readonly id: string;
  readonly is_paused: number;
  readonly policy: JsonText<AgentPolicy>;
  readonly creator: number | null;
}

/** Without a tenant: the token finds it. A deleted agent has no token. */
const find = statement<{ readonly tokenHash: string }, AgentCallerRow>('findAgentCaller', (db, { tokenHash }) =>
  db
    .selectFrom('agents')
    .innerJoin('platforms', 'platforms.tenant', 'agents.tenant')
    .leftJoin('clocks', 'clocks.tenant', 'agents.tenant')
    .leftJoin('sandbox_worlds', 'sandbox_worlds.world', 'agents.tenant')
    .select([
      ...joinedColumns,
      'agents.tenant',
      'platforms.environment',
      'platforms.is_regulated',
      'platforms.launch_approved_at',
      'agents.id',
      'agents.is_paused',
      'agents.policy',
      'sandbox_worlds.tenant as creator',
    ])
    .where('agents.token_hash', '=', tokenHash),
);

/** Finds the agent by the hash of its token. The duration reveals nothing about a secret of 160 bits. */
export async function findAgentCaller(
  { database, clocks }: ServerDeps,
  accessToken: string,
): Promise<CallingAgent | undefined> {
  const row = await database.read((unit) => unit.first(find, { tokenHash: hashSecret(accessToken) }));
  if (row === undefined) return undefined;
  const { tenant, environment, id, creator } = row;
  clocks.learn(tenant, row);
  return {
    caller: { tenant, environment, tokenId: id, agentId: id, permissions: [], ...(creator !== null && { creator }) },
    isPaused: row.is_paused === 1,
    policy: readJson(row.policy),
    platform: row,
  };
}
