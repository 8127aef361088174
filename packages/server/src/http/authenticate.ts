import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { factsOf, findCallerByClientId } from '../access/tokens/find-caller.ts';
import { type CallingAgent, findAgentCaller } from '../agents/agents/find-agent-caller.ts';
import { readJson } from '../ground/json/json-text.ts';
import { hashSecret } from '../ground/sealing/hash-secret.ts';
import type { ServerDeps } from '../operation/deps.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { mayLaunch } from './may-launch.ts';
import type { AcceptedToken } from './unconfirmed-caller.ts';

const basicForm = /^basic +([a-z0-9+/]+=*)$/i;
const bearerForm = /^bearer +([a-z0-9._~+/-]+=*)$/i;

const unauthorized: Refusal = refuse(
  'UNAUTHORIZED',
  'The API credentials were not accepted. Send HTTP Basic with the token id as user name and the token secret as password, from the right environment.',
);

const unknownAgent: Refusal = refuse(
  'UNAUTHORIZED',
  "The agent's access token was not accepted: it is invalid, or the agent was deleted. Redeem a device code to get one.",
);

const unapproved: Refusal = refuse(
  'FORBIDDEN',
  'This platform is not yet approved for production. Show the operator your consent screen and how you track consent, and wait for the approval. Until then, use the sandbox.',
);

/** Compared when the token is unknown, so that both cases take the same steps. */
const nobodysHash = hashSecret('nobody');

/** Returns the token of the Authorization header. The secret is compared as a hash, in constant time. */
export async function authenticate(
  { database, clocks }: ServerDeps,
  header: string | undefined,
): Promise<AcceptedToken | Refusal> {
  const encoded = header === undefined ? undefined : basicForm.exec(header)?.[1];
  if (encoded === undefined) return unauthorized;
  const [clientId, secret] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'));
  if (secret === undefined || clientId.includes('\0')) return unauthorized;
  const found = await findCallerByClientId(database, clientId);
  const expected = found?.secret_hash ?? nobodysHash;
  const matches = timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(expected));
  if (!matches || found === undefined) return unauthorized;
  if (!mayLaunch(found)) return unapproved;
  const { tenant, environment, id, creator } = found;
  clocks.learn(tenant, found);
  const permissions = readJson(found.permissions);
  const caller = { tenant, environment, tokenId: id, permissions, ...(creator !== null && { creator }) };
  return { clientId, caller, facts: factsOf(found) };
}

/** Returns the agent of the Authorization header. */
export async function authenticateAgent(deps: ServerDeps, header: string | undefined): Promise<CallingAgent | Refusal> {
  const token = header === undefined ? undefined : bearerForm.exec(header)?.[1];
  return (token === undefined ? undefined : await findAgentCaller(deps, token)) ?? unknownAgent;
}

function splitOnce(pair: string): [string, string | undefined] {
  const colon = pair.indexOf(':');
  return colon < 0 ? [pair, undefined] : [pair.slice(0, colon), pair.slice(colon + 1)];
}
