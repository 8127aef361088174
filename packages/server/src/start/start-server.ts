import { type App, createApp, type Parts } from '../app.ts';
import { sealFiles } from '../engines/files/sealed-file-store.ts';
import { createPublishedKeys } from '../engines/oidc/published-keys.ts';
import type { SendWebhook } from '../engines/outbox/send.ts';
import { createThreadedSend, type ThreadedSendOptions } from '../engines/outbox/threaded-send.ts';
import { createUntrustedFetch, type UntrustedFetch } from '../engines/outbox/untrusted-fetch.ts';
import { createReadDomainTexts } from '../engines/uma/domain-texts.ts';
import type { Clock } from '../ground/clock/clock.ts';
import type { Database } from '../ground/database/database.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { asUnusable } from '../ground/database/sqlite-handles.ts';
import { createIds } from '../ground/ids/ids.ts';
import { createSystemRandom } from '../ground/ids/random.ts';
import { createSealer } from '../ground/sealing/sealer.ts';
import type { ServerDeps } from '../operation/deps.ts';
import { listSandboxTenants } from '../platform/platforms/find-platform.ts';
import { createHasProduction, hasProduction } from '../platform/platforms/has-production.ts';
import { type PlantedFaults, railsWithFaults, ratesWithFaults } from '../sandbox/adapters/planted-faults.ts';
import { createSandboxCardPulls } from '../sandbox/adapters/sandbox-card-pulls.ts';
import { createSandboxCollections } from '../sandbox/adapters/sandbox-collections.ts';
import { createSandboxCustody } from '../sandbox/adapters/sandbox-custody.ts';
import { sandboxDirectory } from '../sandbox/adapters/sandbox-directory.ts';
import { createSandboxFunding } from '../sandbox/adapters/sandbox-funding.ts';
import { createSandboxIdentity } from '../sandbox/adapters/sandbox-identity.ts';
import { createSandboxIssuer } from '../sandbox/adapters/sandbox-issuer.ts';
import { createSandboxMessages } from '../sandbox/adapters/sandbox-messages.ts';
import { createSandboxRails } from '../sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../sandbox/adapters/sandbox-rates.ts';
import { createSandboxRules } from '../sandbox/adapters/sandbox-rules.ts';
import { createSandboxStablecoinProvider } from '../sandbox/adapters/sandbox-stablecoin-provider.ts';
import { sandboxTokenIssuers } from '../sandbox/adapters/sandbox-token-issuers.ts';
import { createSandboxUma } from '../sandbox/adapters/sandbox-uma.ts';
import { createSandboxLightning } from '../sandbox/adapters/uma/sandbox-lightning.ts';
import type { Telemetry } from '../telemetry/open-telemetry.ts';
import { limitConnections } from './connection-limit.ts';
import { type Deployment, deploymentOf } from './deployment.ts';
import { failListen, metricsFlags, serverFlags } from './failed-listen.ts';
import { requireFolderLock } from './folder-lock.ts';
import { type LocalFiles, openLocalFiles } from './local-files.ts';
import { type LocalPlatform, prepareLocalPlatform } from './local-platform.ts';
import { makeMasterKey } from './master-key.ts';
import type { StartOptions } from './options.ts';
import { openRateFeed, type RateFeed } from './rate-feed.ts';
import { serveDocs } from './serve-docs.ts';
import { openSharedClock } from './shared-clock.ts';
import { slowCommits } from './slow-commits.ts';
import { standbyWarning } from './standby-warning.ts';

const basePath = '/2025-10-13';

export interface RunningServer {
  readonly baseUrl: string;
  /** `null` if the pages of the documentation are missing. */
  readonly docsUrl: string | null;
  readonly platform: LocalPlatform;
  readonly deployment: Deployment;
  /** Makes the server not ready and releases its relay's claims. Requests are served until the stop. */
  drain(): Promise<void>;
  /** Finishes the work in progress, then closes the store. */
  stop(): Promise<void>;
}

/** What the program around a server provides: where its reports go, and the faults of the simulated world. */
export interface Surroundings {
  /** Reports to the operator in one line. */
  readonly tell: (line: string) => void;
  readonly faults: PlantedFaults;
  /** How webhooks are sent; by default from a thread of their own. */
  readonly createSend?: (options: ThreadedSendOptions) => SendWebhook;
  /** By default there is no telemetry. */
  readonly telemetry?: Telemetry;
}

const ofProgram: Surroundings = { tell: (line) => void process.stderr.write(`payments: ${line}\n`), faults: {} };

/** Opens the store, prepares the local platform, and resolves once the server listens. */
export async function startServer(
  options: StartOptions,
  masterKey: string | undefined,
  onBug: (error: unknown, requestId?: string) => void,
  surroundings: Surroundings = ofProgram,
): Promise<RunningServer> {
  const files = openLocalFiles(options.dataFolder);
  // A damaged file is noticed only when it is read.
  return serve(options, files, masterKey, onBug, surroundings).catch((error: unknown) => {
    throw asUnusable(files.databaseFile, error);
  });
}

async function serve(
  options: StartOptions,
  files: LocalFiles,
  masterKey: string | undefined,
  onBug: (error: unknown, requestId?: string) => void,
  { tell, faults, createSend = createThreadedSend, telemetry }: Surroundings,
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const random = createSystemRandom();
  const known = files.masterKey(masterKey);
  if (options.databaseUrl === null && options.dataFolder !== null)
    opened.adopt(requireFolderLock(options.dataFolder), (folder) => folder.release());
  const database = opened.adopt(await openDatabase(options, files.databaseFile, tell), (store) => store.close());
  const master = known ?? (await makeMasterKey(database, files, options.dataFolder, random));
  const sealer = createSealer(master, random);
  const warning = await standbyWarning(database);
  if (warning !== undefined) tell(warning);
  let address = '';
  const { clock } = opened.adopt(await openSharedClock(database, tell), (shared) => shared.stop());
  const feed = await openRates(options, clock, tell);
  const strangers = createUntrustedFetch({ peers: options.umaPeers });
  const parts = sandboxParts(options, {
    strangers,
    onBug,
    createSend,
    database,
    clock,
    rates: ratesWithFaults(feed.rates, faults),
    faults,
    random,
    files: sealFiles(files.documents, master, random),
    sealer,
    publicUrl: () => options.publicUrl ?? address,
  });
  opened.defer(() => parts.send.close());
  opened.defer(() => strangers.close());
  const app = createApp(parts, {
    basePath,
    onBug,
    onOutage: tell,
    onPause: tell,
    onIgnored: once(tell),
    // Only to measure what the log costs.
    isRequestLogOff: process.env['PAYMENTS_REQUEST_LOG'] === 'off',
    ...(telemetry && { observers: telemetry.observers, requestListeners: telemetry.requestListeners }),
    dataFolder: options.dataFolder,
  });
  for (const part of [app, feed]) opened.defer(() => part.stop());
  const platform = await prepareLocalPlatform(app.deps.forEnvironment('SANDBOX'), files, !options.requiresPaperwork);
  if (options.timeScale !== null) await scaleTime(app.deps, options.timeScale);
  const hasDocs = await serveDocs(app.http);
  const deploymentNow = async (): Promise<Deployment> => deploymentOf(options, await database.read(hasProduction));
  const isLocal = async (): Promise<boolean> => (await deploymentNow()).mode === 'local';
  await telemetry?.attach(app, database, isLocal).catch(failListen(metricsFlags));
  limitConnections(app.http.server, tell);
  address = await listen(app.http, options);
  const deployment = await deploymentNow();
  app.start();
  opened.defer(files.announce(`${address}${basePath}`));
  const started = opened.move();
  return {
    baseUrl: `${address}${basePath}`,
    docsUrl: hasDocs ? `${address}/docs` : null,
    platform,
    deployment,
    drain: () => app.drain(),
    stop: () => started.disposeAsync(),
  };
}

function listen(http: App['http'], { host, port }: StartOptions): Promise<string> {
  // For localhost, Fastify would open a second listener, without the answers to unreadable requests.
  return http.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }).catch(failListen(serverFlags));
}

const mostTold = 1_000;

/** Reports each text once, and at most `mostTold` texts. */
function once(say: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text) || told.size >= mostTold) return;
    told.add(text);
    say(text);
  };
}

type Opened = Pick<Parts, 'database' | 'clock' | 'rates' | 'random' | 'files' | 'sealer' | 'publicUrl'> & {
  readonly strangers: UntrustedFetch;
  readonly onBug: (error: unknown) => void;
  readonly createSend: NonNullable<Surroundings['createSend']>;
  readonly faults: PlantedFaults;
};

/** The server with the simulated outside world. */
function sandboxParts(options: StartOptions, { strangers, onBug, createSend, faults, ...opened }: Opened): Parts {
  const peers = { has: (domain: string) => options.umaPeers.has(domain), ask: strangers };
  // A store with a production platform counts as deployed too, and may get one later, so that is checked on use.
  const allowsLoopback = deploymentOf(options, false).mode === 'local';
  return {
    ...opened,
    ids: createIds(opened.clock, opened.random),
    rails: railsWithFaults(createSandboxRails(), faults),
    funding: createSandboxFunding(),
    collections: createSandboxCollections(),
    uma: createSandboxUma(peers, opened.rates),
    lightning: createSandboxLightning(peers),
    send: createSend({
      allowsLoopback,
      servesProduction: createHasProduction(opened.database),
      onBug,
    }),
    readDomainTexts: createReadDomainTexts(),
    messages: createSandboxMessages(),
    identity: createSandboxIdentity(opened.publicUrl),
    directory: sandboxDirectory,
    tokenIssuers: sandboxTokenIssuers,
    custody: createSandboxCustody(opened.random),
    cardPulls: createSandboxCardPulls(),
    issuer: createSandboxIssuer({ publicUrl: opened.publicUrl, cardLimit: options.cardLimit }),
    stablecoinProvider: createSandboxStablecoinProvider(),
    rules: createSandboxRules(options),
    // Adapters of public data, or of a source that the operator configured. Everything else is refused in production.
    production: { tokenIssuers: createPublishedKeys(fetch), ...(options.rates !== null && { rates: opened.rates }) },
    settings: {
      allowsLoopbackWebhooks: allowsLoopback,
      checksResponses: options.checksResponses,
      unknownFields: options.refusesUnknownFields ? 'REFUSE' : allowsLoopback ? 'TELL' : 'IGNORE',
      strictIdentifiers: options.strictIdentifiers,
      documentBytes: options.documentGibibytes * 1024 ** 3,
      trustedProxies: options.trustedProxies,
    },
  };
}

async function openRates({ rates }: StartOptions, clock: Clock, tell: Surroundings['tell']): Promise<RateFeed> {
  if (rates === null) return { rates: createSandboxRates(), stop: () => undefined };
  return openRateFeed(rates, clock, tell);
}

/** Sets the speed of every sandbox platform of the store. Production is not affected. */
async function scaleTime({ database, timekeeper }: ServerDeps, scale: number): Promise<void> {
  for (const tenant of await database.read(listSandboxTenants)) await timekeeper.change(tenant, { scale });
}

/** Loads PostgreSQL's driver only if it is used: the embedded sandbox starts without it. */
async function openDatabase(
  { databaseUrl, poolSize }: StartOptions,
  file: string,
  tell: (line: string) => void,
): Promise<Database> {
  if (databaseUrl === null) return SqliteDatabase.open(file, slowCommits(tell));
  const { PostgresDatabase } = await import('../ground/database/postgres-database.ts');
  return PostgresDatabase.open(databaseUrl, poolSize);
}
