import { type Caller, createCaller, expectStatus } from './caller.ts';
import type { TestServer } from './test-server.ts';

export const everyPermission = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

/** A policy that permits an agent everything, up to the given or large limits. */
export function policyWith(limits: object = {}, parts: object = {}) {
  return {
    permissions: everyPermission,
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 100_000_000, ...limits },
    ...parts,
  };
}

export interface MadeAgent {
  readonly agentId: string;
  readonly code: string;
}

export async function makeAgent(caller: Caller, customerId: string, policy: object = policyWith()): Promise<MadeAgent> {
  const { agent, deviceCode } = expectStatus(
    await caller.request('POST', '/agents', { name: 'Bill payer', customerId, policy }),
    201,
  );
  return { agentId: agent.id, code: deviceCode.code };
}

/** The agent itself as a caller. */
export interface ConnectedAgent extends Caller {
  readonly agentId: string;
  readonly accessToken: string;
}

export async function connectAgent(server: TestServer, { agentId, code }: MadeAgent): Promise<ConnectedAgent> {
  const nobody = createCaller({ baseUrl: server.baseUrl });
  const { accessToken } = expectStatus(await nobody.request('POST', `/agents/device-codes/${code}/redeem`), 200);
  return { agentId, accessToken, ...callerWith(server, accessToken) };
}

/** Calls with an access token of an agent. */
export function callerWith(server: Caller, accessToken: string): Caller {
  return {
    request: (method, path, body, headers = {}, signal) =>
      server.request(method, path, body, { authorization: `Bearer ${accessToken}`, ...headers }, signal),
  };
}

export async function newConnectedAgent(
  server: TestServer,
  customerId: string,
  policy: object = policyWith(),
): Promise<ConnectedAgent> {
  return connectAgent(server, await makeAgent(server, customerId, policy));
}
