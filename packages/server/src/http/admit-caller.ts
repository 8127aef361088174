import type { ServerDeps } from '../operation/deps.ts';
import { type Caller, isRefusal, type Refusal, refuse } from '../operation/operation.ts';
import { authenticate, unknownAgent } from './authenticate.ts';

/** What an operation says of who may call it. */
export interface Admission {
  readonly path: string;
  /** `null` where no API token is taken. */
  readonly permission: Caller['permissions'][number] | null;
  /** Names of the schemes that are taken; none for an operation that anyone may call. */
  readonly security: readonly string[];
}

/** The caller of an operation, or why it is none. */
export async function findCaller(
  deps: ServerDeps,
  row: Admission,
  authorization: string | undefined,
): Promise<Caller | Refusal> {
  const caller = await authenticate(deps, authorization);
  return isRefusal(caller) ? caller : (refuseCaller(row, caller) ?? caller);
}

/** Whoever may not call an operation does not learn whether it is built. No agents can be made yet, so none is known. */
export async function refuseStranger(
  deps: ServerDeps,
  row: Admission,
  authorization: string | undefined,
): Promise<Refusal | undefined> {
  if (row.security.length === 0) return undefined;
  if (!row.security.includes('BasicAuth')) return unknownAgent;
  const caller = await findCaller(deps, row, authorization);
  return isRefusal(caller) ? caller : undefined;
}

function refuseCaller(row: Admission, { permissions, environment }: Caller): Refusal | undefined {
  if (row.path.startsWith('/sandbox/') && environment !== 'SANDBOX') {
    return refuse('FORBIDDEN', 'Sandbox operations take sandbox credentials only.');
  }
  if (row.permission === null || permissions.includes(row.permission)) return undefined;
  return refuse(
    'FORBIDDEN',
    `This operation needs a token with the permission ${row.permission}; this one has ${permissions.join(', ')}.`,
  );
}
