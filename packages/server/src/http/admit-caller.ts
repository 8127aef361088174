import type { AgentPermission } from '@payments-platform/types';
import type { FastifyRequest } from 'fastify';
import { findCodeHolder } from '../agents/agents/find-code-holder.ts';
import type { ServerDeps, Settings } from '../operation/deps.ts';
import { type Caller, isRefusal, type Refusal, refuse } from '../operation/operation.ts';
import { authenticate, authenticateAgent } from './authenticate.ts';
import { callerAddress } from './trusted-proxies.ts';

/** What an operation says of who may call it. */
export interface Admission {
  readonly path: string;
  /** `null` where no API token is taken. */
  readonly permission: Caller['permissions'][number] | null;
  /** Of which an agent needs one, if there are any; `null` where no agent is taken. */
  readonly agentPermissions: readonly AgentPermission[] | null;
  /** Names of the schemes that are taken; none for an operation that anyone may call. */
  readonly security: readonly string[];
  readonly errorCodes: Readonly<Record<string, readonly string[]>>;
}

/** What of a request says who calls. */
export interface Identification {
  readonly authorization: string | undefined;
  readonly address: string;
  /** In the path of the one operation that needs no credentials. */
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

/** Who calls an operation, where that is known, and why this one is not for them. */
export type Admitted = { readonly caller: Caller; readonly refusal?: Refusal } | { readonly refusal: Refusal };

/** The caller of an operation, or why it is none. */
export async function findCaller(
  deps: ServerDeps,
  row: Admission,
  { authorization, address, code }: Identification,
): Promise<Admitted> {
  if (row.security.length === 0) return known(await findCodeHolder(deps, code, address));
  if (!row.security.includes('BasicAuth')) return findAgent(deps, row, authorization);
  return known(await authenticate(deps, authorization), (caller) => refuseCaller(row, caller));
}

function known(caller: Caller | Refusal, refuses?: (caller: Caller) => Refusal | undefined): Admitted {
  if (isRefusal(caller)) return { refusal: caller };
  const refusal = refuses?.(caller);
  return refusal === undefined ? { caller } : { caller, refusal };
}

export function refuseCaller(row: Admission, { permissions, environment }: Caller): Refusal | undefined {
  if (row.path.startsWith('/sandbox/cards/') && environment !== 'SANDBOX') {
    // What happens to a card is told by its issuer; nothing says that anybody could simulate it.
    return refuse('NOT_FOUND', 'Nothing is served at this path with these credentials. Use those of the sandbox.');
  }
  if (row.path.startsWith('/sandbox/') && environment !== 'SANDBOX') {
    return refuse('FORBIDDEN', 'Sandbox operations take sandbox credentials only.');
  }
  if (row.permission === null || permissions.includes(row.permission)) return undefined;
  return refuse(
    'FORBIDDEN',
    `This operation needs a token with the permission ${row.permission}; this one has ${permissions.join(', ')}.`,
  );
}

/** A paused agent may only call what refuses no agent: to read itself, and so why it is refused. */
async function findAgent(
  deps: ServerDeps,
  { agentPermissions, errorCodes }: Admission,
  authorization: string | undefined,
): Promise<Admitted> {
  const agent = await authenticateAgent(deps, authorization);
  if (isRefusal(agent)) return { refusal: agent };
  const { caller, isPaused, policy } = agent;
  if (isPaused && errorCodes['403'] !== undefined) {
    const refusal = refuse(
      'FORBIDDEN',
      'The agent is paused, so nothing was done. It can go on once the platform has resumed it; GET /agents/me tells.',
    );
    return { caller, refusal };
  }
  const needed = agentPermissions ?? [];
  if (needed.length === 0 || needed.some((permission) => policy.permissions.includes(permission))) return { caller };
  const refusal = refuse(
    'FORBIDDEN',
    `The policy of the agent lacks the permission ${needed.join(' or ')}. The platform can add it; GET /agents/me shows what there is.`,
  );
  return { caller, refusal };
}
