import { connectAgent, everyPermission, makeAgent, policyWith } from '../../../server/test/agents.ts';
import { type Answer, basicAuthorization } from '../../../server/test/caller.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { type AgentPermission, operationTable } from '../../../types/src/index.ts';
import type { Cell, Column, Leak } from './finding.ts';
import type { OperationFacts } from './operation-facts.ts';
import { send } from './request.ts';
import type { World } from './world.ts';

/** Valid and invalid credentials of one platform. */
export interface KeyRing {
  readonly server: TestServer;
  readonly good: string;
  readonly revoked: string;
  /** All permissions except this one. */
  readonly without: Readonly<Record<'VIEW' | 'TRANSACT' | 'MANAGE', string>>;
  /** The credentials of agents of the platform. */
  readonly agent: string;
  readonly deletedAgent: string;
  readonly pausedAgent: string;
  /** Agents with only these permissions. */
  readonly agentWith: ReadonlyMap<string, string>;
}

const all = ['VIEW', 'TRANSACT', 'MANAGE'] as const;

export async function openKeyRing({ server, values }: World): Promise<KeyRing> {
  const headerOf = ({ credentials }: TestServer) => basicAuthorization(credentials.tokenId, credentials.tokenSecret);
  const without = async (permission: (typeof all)[number]) =>
    headerOf(await server.withToken(all.filter((other) => other !== permission)));
  const { body: token } = await server.request('POST', '/tokens', { name: 'to be revoked', permissions: [...all] });
  await server.request('DELETE', `/tokens/${token.id}`);
  return {
    server,
    good: headerOf(server),
    revoked: basicAuthorization(token.clientId, token.clientSecret),
    without: { VIEW: await without('VIEW'), TRANSACT: await without('TRANSACT'), MANAGE: await without('MANAGE') },
    ...(await openAgents(server, values.get('Customer') ?? '')),
  };
}

type Agents = Pick<KeyRing, 'agent' | 'deletedAgent' | 'pausedAgent' | 'agentWith'>;

async function openAgents(server: TestServer, customerId: string): Promise<Agents> {
  const open = async (permissions: readonly string[] = everyPermission) => {
    const policy = { ...policyWith(), permissions };
    const { agentId, accessToken } = await connectAgent(server, await makeAgent(server, customerId, policy));
    return { path: `/agents/${agentId}`, authorization: `Bearer ${accessToken}` };
  };
  const [agent, deleted, paused] = [await open(), await open(), await open()];
  await server.request('DELETE', deleted.path);
  await server.request('PATCH', paused.path, { isPaused: true });
  const agentWith = new Map<string, string>();
  for (const lists of Object.values(operationTable).map(({ agentPermissions }) => agentPermissions)) {
    const permissions = lackingAll(lists ?? []);
    if (!agentWith.has(permissions.join())) agentWith.set(permissions.join(), (await open(permissions)).authorization);
  }
  return {
    agent: agent.authorization,
    deletedAgent: deleted.authorization,
    pausedAgent: paused.authorization,
    agentWith,
  };
}

/** All permissions except these. */
function lackingAll(permissions: readonly AgentPermission[]): string[] {
  return everyPermission.filter((permission) => !permissions.some((needed) => needed === permission));
}

interface Expectation {
  readonly column: Column;
  readonly authorization: string | undefined;
  readonly status: number;
}

const unknownAgent = `Bearer gat_${'0'.repeat(40)}`;

/** The credentials that an operation must refuse, and how, regardless of the rest of the request. */
function expectations(ring: KeyRing, operation: OperationFacts): Expectation[] {
  const { revoked, without, server } = ring;
  const { permission, schemes } = operation;
  if (schemes.length === 0) return [];
  const { tokenId } = server.credentials;
  const strangers: Expectation[] = [
    { column: 'no credentials', authorization: undefined, status: 401 },
    { column: 'wrong secret', authorization: basicAuthorization(tokenId, 'f'.repeat(36)), status: 401 },
    { column: 'unknown token', authorization: basicAuthorization('f'.repeat(32), 'f'.repeat(36)), status: 401 },
    { column: 'revoked token', authorization: revoked, status: 401 },
    { column: 'unknown token', authorization: unknownAgent, status: 401 },
    { column: 'deleted agent', authorization: ring.deletedAgent, status: 401 },
  ];
  if (!schemes.includes('BasicAuth')) return [...strangers, ...ofAgents(ring, operation)];
  strangers.push({ column: 'agent bearer', authorization: ring.agent, status: 401 });
  const lacking: Expectation[] =
    permission === null ? [] : [{ column: 'missing permission', authorization: without[permission], status: 403 }];
  return [...strangers, ...lacking];
}

/** The credentials that an operation of agents must refuse. */
function ofAgents({ good, pausedAgent, agentWith }: KeyRing, operation: OperationFacts): Expectation[] {
  const { agentPermissions, canForbid } = operation;
  const needed = agentPermissions ?? [];
  const lacking = agentWith.get(lackingAll(needed).join());
  return [
    { column: 'platform token', authorization: good, status: 401 },
    ...(canForbid ? [{ column: 'paused agent', authorization: pausedAgent, status: 403 } as const] : []),
    ...(needed.length > 0 ? [{ column: 'missing permission', authorization: lacking, status: 403 } as const] : []),
  ];
}

export interface Checked {
  readonly cells: readonly Cell[];
  readonly leaks: readonly Leak[];
}

/** Calls the operation with every kind of invalid credentials; `path` has the platform's own ids in it. */
export async function checkCredentials(ring: KeyRing, operation: OperationFacts, path: string): Promise<Checked> {
  const cells: Cell[] = [];
  const leaks: Leak[] = [];
  const refusals: Answer[] = [];
  const { method } = operation;
  for (const { column, authorization, status } of expectations(ring, operation)) {
    const cell: Cell = { operation: operation.id, column };
    cells.push(cell);
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const answer = await send(ring.server.baseUrl, authorization, { method, path, ...body });
    if (answer.status !== status) leaks.push({ ...cell, problem: `answers ${answer.status} in place of ${status}` });
    else if (status === 401) refusals.push(answer);
  }
  const words = new Set(refusals.map(({ text }) => text));
  if (words.size > 1) {
    leaks.push({ operation: operation.id, column: 'wrong secret', problem: 'tells why credentials are not accepted' });
  }
  return { cells, leaks };
}
