import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { errors } from 'undici';
import type { ResolveName } from '../../../server/src/engines/outbox/resolve-name.ts';
import { createSendWebhook } from '../../../server/src/engines/outbox/send.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { policyWith } from '../../../server/test/agents.ts';
import { basicAuthorization, createCaller } from '../../../server/test/caller.ts';
import { exchangeBytes, readRawAnswer } from '../../../server/test/raw-socket.ts';
import { basePath, startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import { platformOptions } from '../authorisation/cast.ts';
import { idPrefixes } from '../authorisation/names.ts';
import { type OperationFacts, readOperations } from '../authorisation/operation-facts.ts';
import { loginOf } from '../authorisation/tenant-cells.ts';
import { buildWorld } from '../authorisation/world.ts';
import { createSeeded } from '../crash/seeded.ts';
import { chapterRequests } from './chapters.ts';
import { mutated, mutating } from './mutations.ts';
import { createOracles, type Oracles } from './oracles.ts';
import { damaged, damaging } from './raw-bytes.ts';
import { type FuzzAnswer, type FuzzRequest, type Manner, sentBody, shown, urlOf } from './request.ts';
import { type Pool, type RequestMaker, remember, requestMaker } from './valid-requests.ts';

export interface FuzzOptions {
  /** Opens an empty database: each chapter has its own, so that it can be repeated alone. */
  readonly open: () => Promise<Database>;
  /** Per operation. */
  readonly requests: number;
  readonly seed: number;
  readonly hangMs: number;
  /** Requests per operation on one platform, before the next chapter starts with a new one. */
  readonly chapter?: number;
  /** Operations to test; default: all. */
  readonly only?: ReadonlySet<string>;
  readonly onProgress?: (requests: number) => void;
}

/**
 * Operations that may be slow: an advance of the clock does all work that becomes due, for at most 20 seconds, and
 * other changes of the clock wait for it. Do not extend this list.
 */
const unhurried: Readonly<Record<string, number>> = { advanceSandboxClock: 25_000, updateSandboxClock: 50_000 };

export interface Breach {
  readonly operation: string;
  readonly problem: string;
  /** The seed that reproduces it, in a run of one chapter. */
  readonly seed: number;
  readonly request: string;
}

export interface FuzzReport {
  readonly operations: number;
  readonly requests: number;
  readonly manners: Readonly<Record<Manner, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly notBuilt: number;
  readonly slowestMs: number;
  readonly breaches: readonly Breach[];
  /** A hash over the requests and their statuses: equal for the same seed. */
  readonly trace: string;
}

interface Prepared {
  readonly oracles: Oracles;
  readonly makers: readonly RequestMaker[];
}

let prepared: Prepared | undefined;

/** Building it from the specification takes seconds, which --help should not. */
function prepare(): Prepared {
  const specification = loadSpecification();
  const prefixes = idPrefixes(specification);
  return {
    oracles: createOracles(specification),
    makers: readOperations(specification).map((operation) => requestMaker(specification, operation, prefixes)),
  };
}

interface Chapter {
  readonly seed: number;
  readonly hangMs: number;
  readonly server: TestServer;
  readonly pool: Pool;
  readonly report: Tally;
  readonly oracles: Oracles;
  authorization: string;
  /** The token of an agent that may request everything. */
  agentAuthorization: string;
}

interface Tally {
  requests: number;
  notBuilt: number;
  slowestMs: number;
  readonly manners: Record<Manner, number>;
  readonly statuses: Record<string, number>;
  readonly breaches: Breach[];
  readonly hash: ReturnType<typeof createHash>;
}

/** The server trusts the forwarded address of a request, so that requests come from several addresses. */
const loopback = new BlockList();
loopback.addAddress('127.0.0.1');

/** No traffic leaves the machine: no host name resolves. */
const resolveNothing: ResolveName = async () => {
  throw new Error('names are not resolved here');
};

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const report: Tally = {
    requests: 0,
    notBuilt: 0,
    slowestMs: 0,
    manners: { valid: 0, mutated: 0, raw: 0 },
    statuses: {},
    breaches: [],
    hash: createHash('sha256'),
  };
  prepared ??= prepare();
  const chosen = prepared.makers.filter(({ operation }) => options.only?.has(operation.id) !== false);
  const { chapter = chapterRequests } = options;
  const chapters = Math.ceil(options.requests / chapter);
  for (let number = 0; number < chapters; number += 1) {
    const times = Math.min(chapter, options.requests - number * chapter);
    await playChapter(
      { ...options, oracles: prepared.oracles },
      report,
      Array.from({ length: times }, () => chosen).flat(),
      options.seed + number,
    );
    options.onProgress?.(report.requests);
  }
  const { hash, ...figures } = report;
  return { operations: chosen.length, ...figures, trace: hash.digest('hex').slice(0, 16) };
}

async function playChapter(
  options: FuzzOptions & Pick<Chapter, 'oracles'>,
  report: Tally,
  turns: RequestMaker[],
  seed: number,
): Promise<void> {
  const database = await options.open();
  const chance = createSeeded(seed);
  const send = createSendWebhook({ allowsLoopback: false, resolve: resolveNothing });
  // As in production: responses that break the specification are sent, and the oracles must detect them.
  const server = await startTestServer(database, {
    ...{ seed, currencies: platformOptions.currencies },
    ...{ settings: { checksResponses: false, trustedProxies: loopback }, deps: { send } },
  });
  const world = await buildWorld(server, 'Heron');
  const pool: Pool = { world, seen: new Map(), chance };
  for (const known of world.known) remember(pool, known);
  const { tokenId, tokenSecret } = server.credentials;
  const chapter: Chapter = {
    ...options,
    seed,
    server,
    pool,
    report,
    authorization: basicAuthorization(tokenId, tokenSecret),
    agentAuthorization: loginOf(world, { schemes: ['AgentAuth'] }),
  };
  for (let left = turns.length; left > 0; left -= 1) {
    const [maker] = turns.splice(Math.floor(chance() * left), 1);
    if (maker !== undefined) await oneTurn(chapter, maker);
  }
  await endOf(chapter, database);
  await server.close();
  await database.close();
}

async function oneTurn(chapter: Chapter, maker: RequestMaker): Promise<void> {
  const { pool, report, server } = chapter;
  const seed = Math.floor(pool.chance() * 2 ** 31);
  const request = madeIn(chapter, maker.make(seed, pool), seed);
  report.requests += 1;
  report.manners[request.manner] += 1;
  const answer = await exchange(chapter, request);
  const bugs = server.takeBugs();
  if (answer === 'hangs') return blame(chapter, request, `has no response within ${patienceFor(chapter, request)} ms`);
  const { status, text, durationMs } = answer;
  const isMeasured = !Object.hasOwn(unhurried, maker.operation.id);
  if (isMeasured) report.slowestMs = Math.max(report.slowestMs, Math.round(durationMs));
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  if (status === 501) report.notBuilt += 1;
  report.hash.update(`${maker.operation.id} ${request.manner} ${request.change ?? ''} ${status}\n`);
  remember(pool, text);
  for (const problem of chapter.oracles.problems(request, answer)) blame(chapter, request, problem);
  for (const bug of bugs) blame(chapter, request, `throws ${bug instanceof Error ? bug.stack : String(bug)}`);
  // A valid request deleted the token or the agent; the rest of the chapter needs a new one.
  if (status === 401 && request.headers['authorization'] === undefined)
    await (isOfAgents(request.operation) ? renewAgent(chapter) : renewToken(chapter));
}

function isOfAgents({ schemes }: OperationFacts): boolean {
  return schemes.includes('AgentAuth');
}

function authorizationFor({ authorization, agentAuthorization }: Chapter, { operation }: FuzzRequest): string {
  return isOfAgents(operation) ? agentAuthorization : authorization;
}

/** Half of the requests are valid, three in ten have one change, and two in ten are damaged bytes. */
function madeIn(chapter: Chapter, request: FuzzRequest, seed: number): FuzzRequest {
  const ticket = chapter.pool.chance();
  if (ticket < 0.5) return request;
  if (ticket < 0.8) {
    const [choice] = fc.sample(mutating, { seed, numRuns: 1 });
    return choice === undefined ? request : mutated(request, choice);
  }
  const [damage] = fc.sample(damaging, { seed, numRuns: 1 });
  return damage === undefined
    ? request
    : damaged(request, { basePath, authorization: authorizationFor(chapter, request) }, damage);
}

function patienceFor({ hangMs }: Chapter, { operation }: FuzzRequest): number {
  return Math.max(hangMs, unhurried[operation.id] ?? 0);
}

async function exchange(chapter: Chapter, request: FuzzRequest): Promise<FuzzAnswer | 'hangs'> {
  const { server } = chapter;
  const hangMs = patienceFor(chapter, request);
  const start = performance.now();
  if (request.bytes !== undefined) {
    const received = await exchangeBytes(server, [request.bytes], { isWhole: true, limitMs: hangMs });
    return received === undefined ? 'hangs' : { ...readRawAnswer(received), durationMs: performance.now() - start };
  }
  const signal = AbortSignal.timeout(hangMs);
  const { method } = request.operation;
  const headers = { authorization: authorizationFor(chapter, request), ...request.headers };
  const caller = createCaller({ baseUrl: server.baseUrl });
  try {
    const answer = await caller.request(method, urlOf(request), sentBody(request), headers, signal);
    const { status, headers: received, text } = answer;
    return { status, headers: received, text, durationMs: performance.now() - start };
  } catch (error) {
    if (signal.aborted) return 'hangs';
    // A request that cannot be sent, such as a header with a line break, has no response.
    if (error instanceof errors.InvalidArgumentError) return { status: 0, headers: {}, text: '', durationMs: 0 };
    throw error;
  }
}

async function renewToken(chapter: Chapter): Promise<void> {
  const { credentials } = await chapter.server.withToken(['VIEW', 'TRANSACT', 'MANAGE']);
  chapter.authorization = basicAuthorization(credentials.tokenId, credentials.tokenSecret);
}

/** Another agent for the same customer; none if the customer is deleted too. */
async function renewAgent(chapter: Chapter): Promise<void> {
  const caller = await chapter.server.withToken(['VIEW', 'TRANSACT', 'MANAGE']);
  const customerId = chapter.pool.world.values.get('Customer') ?? '';
  const made = await caller.request('POST', '/agents', { name: 'Heron', customerId, policy: policyWith() });
  if (made.status !== 201) return;
  // From a separate address, because guessed codes have used up the attempts of the shared one.
  const from = { 'x-forwarded-for': `192.0.2.${Math.floor(chapter.pool.chance() * 256)}` };
  const path = `/agents/device-codes/${made.body.deviceCode.code}/redeem`;
  const redeemed = await caller.request('POST', path, undefined, from);
  if (redeemed.status === 200) chapter.agentAuthorization = `Bearer ${redeemed.body.accessToken}`;
}

function blame({ seed, report }: Chapter, request: FuzzRequest, problem: string): void {
  const change = request.change === undefined ? request.manner : `${request.manner}, ${request.change}`;
  report.breaches.push({ operation: request.operation.id, problem, seed, request: `${change}: ${shown(request)}` });
}

const monthMs = 30 * 86_400_000;

/** Lets all pending work end, then checks the store. */
async function endOf({ seed, report, server }: Chapter, database: Database): Promise<void> {
  const blameStore = (problem: string): void => {
    report.breaches.push({ operation: 'the store', problem, seed, request: 'afterwards' });
  };
  try {
    // Hundreds of attempts per event would add no information.
    await server.request('PATCH', '/config', { webhookEndpoint: null });
    await server.advance(monthMs);
  } catch (error) {
    blameStore(`throws while the clock advances: ${error instanceof Error ? error.stack : String(error)}`);
  }
  for (const { name, breach } of await verifyStore(database)) if (breach !== null) blameStore(`${name}: ${breach}`);
}
