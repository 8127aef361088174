import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createAgentClient } from '@payments-platform/client';
import { readPrivateFile, writePrivateFile } from '@payments-platform/client/private-file';
import { type AgentLink, createAgentLink } from '../agent-link.ts';
import { openHttpEndpoint } from '../endpoints/http-endpoint.ts';
import { followRequests } from '../endpoints/waiting-requests.ts';
import { openJournal } from '../payments/journal.ts';
import { createToolServer } from '../tool-server.ts';
import { accessFor } from './connect-command.ts';
import { packageVersion } from './package-version.ts';
import { type Command, UnusableCommand } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** All attempts together end before a host gives up on a call, usually after a minute. */
const patience = { timeoutMs: 10_000, retry: { delaysMs: [250, 500, 1000], retryAfterMaximumMs: 4000 } };

/** How often the policy is read while no tool reads it, so that changes are noticed. */
const policyCheckMs = 30_000;

/** How long a shutdown waits for pending calls. */
const finishingMs = 30_000;

const shortestSecret = 32;

interface Served {
  /** Resolves when no call is pending. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

export async function runServe(command: Command, surroundings: Surroundings): Promise<number> {
  const { places, now, tell } = surroundings;
  const access = await accessFor(command, surroundings);
  const client = createAgentClient({ baseUrl: access.url, accessToken: access.accessToken, ...patience });
  // A different agent of the same profile starts without payment records.
  const journal = openJournal(join(places.journal, access.agentId.replace(/\W/g, '-')), now);
  const link = createAgentLink({ client, journal, now });
  const watch = setInterval(() => void link.readAgent(), policyCheckMs).unref();
  const served = command.isHttp ? await serveHttp(command, surroundings, link) : await serveStdio(link);
  tell(`serving "${access.agentName}" (${access.agentId})${command.isHttp ? '' : ' on standard input and output'}`);
  await ended(command.isHttp);
  clearInterval(watch);
  setTimeout(() => process.exit(1), finishingMs).unref();
  await served.answered();
  await link.settled();
  await served.close();
  return 0;
}

/** Resolves on a signal, or when the host closes its side. */
function ended(isHttp: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    if (isHttp) return;
    process.stdin.once('end', () => resolve()).once('close', () => resolve());
    // A closed host cannot read responses either.
    process.stdout.on('error', () => resolve());
  });
}

/** A host may close its side right after its last call and still read the response. */
async function serveStdio(link: AgentLink): Promise<Served> {
  const server = createToolServer(link, packageVersion());
  const transport = new StdioServerTransport();
  const requests = followRequests(transport);
  const gone = new Promise<void>((resolve) => process.stdout.once('error', () => resolve()));
  await server.connect(transport);
  return { answered: () => Promise.race([requests.answered(), gone]), close: () => server.close() };
}

async function serveHttp(
  { host, port, otherHosts }: Command,
  { environment, places, tell }: Surroundings,
  link: AgentLink,
): Promise<Served> {
  const given = environment['PAYMENTS_MCP_SECRET'];
  const endpoint = await openHttpEndpoint({
    host,
    port,
    otherHosts,
    secret: given === undefined || given === '' ? ownSecret(places.endpointSecret) : longEnough(given),
    serve: () => createToolServer(link, packageVersion()),
    report: (error) => tell(`a request failed: ${error instanceof Error ? error.message : String(error)}`),
  }).catch((error: Error) => {
    throw new UnusableCommand(`${error.message}. Choose another --port or --host.`);
  });
  const place = given ? 'PAYMENTS_MCP_SECRET' : places.endpointSecret;
  tell(`listening on ${endpoint.url}; clients must send "Authorization: Bearer" with the secret in ${place}`);
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    tell('other machines can reach this address: put TLS in front of it, and give its host name with --allow-host');
  }
  return { answered: () => link.settled(), close: () => endpoint.close() };
}

function longEnough(secret: string): string {
  if (secret.length >= shortestSecret && !/\s/.test(secret)) return secret;
  throw new UnusableCommand(`PAYMENTS_MCP_SECRET must have at least ${shortestSecret} characters and no white space.`);
}

/** Created at the first start and then reused. */
function ownSecret(file: string): string {
  const kept = readPrivateFile(file)?.trim();
  if (kept !== undefined && kept !== '') return kept;
  const made = randomBytes(32).toString('base64url');
  writePrivateFile(file, `${made}\n`);
  return made;
}
