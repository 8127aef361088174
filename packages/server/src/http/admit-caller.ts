import type { AgentPermission } from '@payments-platform/types';
import type { FastifyRequest } from 'fastify';
import { findCodeHolder } from '../agents/agents/find-code-holder.ts';
import type { ServerDeps, Settings } from '../operation/deps.ts';
import { type Caller, isRefusal, type Refusal, refuse } from '../operation/operation.ts';
import { authenticate, authenticateAgent } from './authenticate.ts';
import { mayLaunch } from './may-launch.ts';
import { callerAddress } from './trusted-proxies.ts';
import type { AcceptedToken } from './unconfirmed-caller.ts';

/** The rules of an operation about its callers. */
export interface Admission {
  readonly path: string;
  /** `null` if API tokens are not accepted. */
  readonly permission: Caller['permissions'][number] | null;
  /** An agent needs one of these, if there are any; `null` if agents are not accepted. */
  readonly agentPermissions: readonly AgentPermission[] | null;
  /** Names of the accepted schemes; none for an operation without credentials. */
  readonly security: readonly string[];
  readonly errorCodes: Readonly<Record<string, readonly string[]>>;
}

/** The parts of a request that identify the caller. */
export interface Identification {
  readonly authorization: string | undefined;
  readonly address: string;
  /** From the path of the one operation without credentials. */
  readonly code: string;
}

export function identificationOf(
  { params, headers, ip }: FastifyRequest,
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
): Identification {
  const { code } = params as { readonly code?: string };
  const address = callerAddress(ip, headers['x-forwarded-for'], trustedProxies);
  return { authorization: headers.authorization, address, code: code ?? '' };
}

/** The caller, if known, and the refusal, if there is one. Only API tokens are named. */
export type Admitted =
  | { readonly caller: Caller; readonly token?: AcceptedToken; readonly refusal?: Refusal }
  | { readonly refusal: Refusal };

/** Returns the caller of an operation, or the refusal. */
export async function findCaller(
  deps: ServerDeps,
  row: Admission,
  { authorization, address, code }: Identification,
): Promise<Admitted> {
  if (row.security.length === 0) {
    const holder = await findCodeHolder(deps, code, address);
    return isRefusal(holder) ? { refusal: holder } : { caller: holder };
  }
  if (!row.security.includes('BasicAuth')) return findAgent(deps, row, authorization);
  const token = await authenticate(deps, authorization);
  if (isRefusal(token)) return { refusal: token };
  const { caller } = token;
  const refusal = refuseCaller(row, caller);
  return refusal === undefined ? { caller, token } : { caller, refusal };
}

export function refuseCaller(row: Admission, { permissions, environment }: Caller): Refusal | undefined {
  if (row.path.startsWith('/sandbox/cards/') && environment !== 'SANDBOX') {
    // In production the card issuer reports what happens to a card. The answer must not reveal these operations.
    return refuse('NOT_FOUND', 'Nothing is served at this path with these credentials. Use those of the sandbox.');
  }
  if (row.path.startsWith('/sandbox/') && environment !== 'SANDBOX') {
    return refuse('FORBIDDEN', 'Sandbox operations require sandbox credentials.');
  }
  if (row.permission === null || permissions.includes(row.permission)) return undefined;
  return refuse(
    'FORBIDDEN',
    `This operation requires a token with the permission ${row.permission}. This token has ${permissions.join(', ')}.`,
  );
}

const paused = refuse(
  'FORBIDDEN',
  'The agent is paused, so nothing was done. Retry once the platform has resumed it; GET /agents/me shows its status.',
);

const unlaunched = refuse(
  'FORBIDDEN',
  'The platform of this agent is not approved for production now, so nothing was done. Retry once the operator has approved it.',
);

/**
 * A paused agent, or one whose platform may not go live now, may only call operations that refuse no agent, such as
 * reading itself to see why it is refused.
 */
async function findAgent(
  deps: ServerDeps,
  { agentPermissions, errorCodes }: Admission,
  authorization: string | undefined,
): Promise<Admitted> {
  const agent = await authenticateAgent(deps, authorization);
  if (isRefusal(agent)) return { refusal: agent };
  const { caller, isPaused, policy, platform } = agent;
  const halted = mayLaunch(platform) ? isPaused && paused : unlaunched;
  if (halted && errorCodes['403'] !== undefined) return { caller, refusal: halted };
  const needed = agentPermissions ?? [];
  if (needed.length === 0 || needed.some((permission) => policy.permissions.includes(permission))) return { caller };
  const refusal = refuse(
    'FORBIDDEN',
    `The policy of the agent lacks the permission ${needed.join(' or ')}. The platform can add it; GET /agents/me shows the current ones.`,
  );
  return { caller, refusal };
}
