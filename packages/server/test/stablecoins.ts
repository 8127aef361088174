import { randomUUID } from 'node:crypto';
import { secondMs } from '../src/ground/clock/instant.ts';
import { lockProviderAccount } from '../src/stablecoins/provider-accounts/find-provider-account.ts';
import { moveLink } from '../src/stablecoins/provider-accounts/usable-link.ts';
import { type Decision, decideEnablement } from '../src/stablecoins/registrations/enable-service-operations.ts';
import { lockStablecoin } from '../src/stablecoins/registrations/find-stablecoin.ts';
import type { Answer } from './caller.ts';
import type { TestServer } from './test-server.ts';

export const linksPath = '/stablecoin-provider-accounts';

/** Credentials for one account, different for each client. */
export const credentials = (client = 'client_7k3m9q2x') => ({
  provider: 'STABLECOIN_ISSUER',
  apiClientId: client,
  apiClientSecret: 'sandbox-provider-secret',
});

/** A token that the simulated provider knows. */
export const tokenBody = (identifier = 'EXD') => ({
  providerTokenIdentifier: identifier,
  networkTokenIdentifier: `btkn1${identifier.toLowerCase()}q7k3m9q2xsandbox`,
  network: 'SPARK',
});

/** With its own `Idempotency-Key`, unless one is given. */
export function post(server: TestServer, path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
  return server.request('POST', path, body, { 'Idempotency-Key': key });
}

export async function linkProvider(server: TestServer, change: object = {}): Promise<string> {
  const { status, body, text } = await post(server, linksPath, { ...credentials(), ...change });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Registers a token over the only link. */
export async function startRegistration(server: TestServer, identifier: string): Promise<string> {
  const { status, body, text } = await post(server, '/stablecoins', tokenBody(identifier));
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** The same, then the provider links it. */
export async function registerToken(server: TestServer, identifier = 'EXD'): Promise<string> {
  const id = await startRegistration(server, identifier);
  await server.advance(4 * secondMs);
  return id;
}

/** A token with service operations `ENABLED`. */
export async function enableToken(server: TestServer, identifier = 'EXD'): Promise<string> {
  const id = await registerToken(server, identifier);
  await requestEnablement(server, id);
  await server.advance(10 * secondMs);
  return id;
}

export function requestEnablement(server: TestServer, id: string): Promise<Answer> {
  return server.request('POST', `/stablecoins/${id}/service-operations/enablement-request`);
}

export async function readStablecoin(server: TestServer, id: string) {
  return (await server.request('GET', `/stablecoins/${id}`)).body;
}

async function moveLinkBy(server: TestServer, id: string, trigger: 'INVALIDATE' | 'REVOKE'): Promise<void> {
  const { deps, tenant, clock } = server;
  await deps.database.transaction(async (unit) => {
    const link = await lockProviderAccount(unit, tenant, id);
    if (link === undefined) throw new Error(`there is no link ${id}`);
    moveLink({ unit, tenant, now: clock.now() }, link, trigger);
  });
}

/** The operator revokes a link. */
export function revokeLink(server: TestServer, id: string): Promise<void> {
  return moveLinkBy(server, id, 'REVOKE');
}

/** The provider no longer accepts the credentials of a link, and the server has noticed. */
export function spoilLink(server: TestServer, id: string): Promise<void> {
  return moveLinkBy(server, id, 'INVALIDATE');
}

/** The operator's decision about service operations. */
export async function decide({ deps, tenant, clock }: TestServer, id: string, decision: Decision): Promise<void> {
  const decided = await deps.database.transaction(async (unit) => {
    const row = await lockStablecoin(unit, tenant, id);
    if (row === undefined) throw new Error(`there is no stablecoin ${id}`);
    return decideEnablement({ unit, tenant, now: clock.now(), deps }, row, { decision });
  });
  if (typeof decided === 'string') throw new Error(`${decision} of ${id}: ${decided}`);
}
