import { Buffer } from 'node:buffer';
import { BlockList } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { issueToken } from '../src/access/tokens/issue-token.ts';
import { type App, type AppOptions, createApp, type Parts } from '../src/app.ts';
import { createMemoryFileStore } from '../src/engines/files/memory-file-store.ts';
import { createSendWebhook } from '../src/engines/outbox/send.ts';
import { createManualClock, type ManualClock } from '../src/ground/clock/clock.ts';
import { type Instant, plusMs } from '../src/ground/clock/instant.ts';
import type { Database } from '../src/ground/database/database.ts';
import type { Unit } from '../src/ground/database/unit.ts';
import type { Random } from '../src/ground/ids/ids.ts';
import { createIds } from '../src/ground/ids/ids.ts';
import { createSeededRandom } from '../src/ground/ids/random.ts';
import { createSealer } from '../src/ground/sealing/sealer.ts';
import type { StreamLimits } from '../src/http/open-streams.ts';
import type { Deps, Settings } from '../src/operation/deps.ts';
import type { Permission } from '../src/operation/operation.ts';
import type { Ports } from '../src/operation/ports/ports.ts';
import { createPlatform, type NewPlatform } from '../src/platform/platforms/create-platform.ts';
import { createSandboxCardPulls } from '../src/sandbox/adapters/sandbox-card-pulls.ts';
import { createSandboxCollections } from '../src/sandbox/adapters/sandbox-collections.ts';
import { createSandboxCustody } from '../src/sandbox/adapters/sandbox-custody.ts';
import { sandboxDirectory } from '../src/sandbox/adapters/sandbox-directory.ts';
import { createSandboxFunding } from '../src/sandbox/adapters/sandbox-funding.ts';
import { createSandboxIdentity } from '../src/sandbox/adapters/sandbox-identity.ts';
import { createSandboxIssuer } from '../src/sandbox/adapters/sandbox-issuer.ts';
import { createSandboxMessages } from '../src/sandbox/adapters/sandbox-messages.ts';
import { createSandboxRails } from '../src/sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../src/sandbox/adapters/sandbox-rates.ts';
import { createSandboxRules } from '../src/sandbox/adapters/sandbox-rules.ts';
import { createSandboxStablecoinProvider } from '../src/sandbox/adapters/sandbox-stablecoin-provider.ts';
import { sandboxTokenIssuers } from '../src/sandbox/adapters/sandbox-token-issuers.ts';
import { createSandboxUma, noPeers } from '../src/sandbox/adapters/sandbox-uma.ts';
import { createSandboxLightning } from '../src/sandbox/adapters/uma/sandbox-lightning.ts';
import { type Caller, type Credentials, createCaller } from './caller.ts';

export const basePath = '/2025-10-13';
export const testStart = '2025-01-01T00:00:00.000Z';

export type { Answer, Credentials } from './caller.ts';

export interface TestServer extends Caller {
  readonly app: App;
  readonly deps: Deps & { readonly clock: ManualClock };
  /** The given database, unwrapped: the data that the app seals is sealed here. */
  readonly bare: Database;
  readonly clock: ManualClock;
  readonly tenant: number;
  readonly credentials: Credentials;
  readonly baseUrl: string;
  /** The same server, called with other credentials of the same platform. */
  withToken(permissions: readonly Permission[]): Promise<TestServer>;
  /**
   * Moves the system clock, which all platforms without their own clock use. Work that becomes due meanwhile is done at
   * its due time and in order.
   */
  advance(durationMs: number): Promise<void>;
  /** The same, but bugs are kept for `takeBugs`. */
  step(durationMs: number): Promise<void>;
  /** The reported bugs that have not failed a call yet. */
  takeBugs(): unknown[];
  close(): Promise<void>;
}

export interface StartOptions extends Partial<NewPlatform> {
  readonly settings?: Partial<Settings>;
  readonly seed?: number;
  readonly deps?: Partial<Omit<Parts, 'clock' | 'production'>>;
  /** The adapters of production: none, unless given here, or the simulated ones of this server. */
  readonly production?: Partial<Ports> | 'SIMULATED';
  readonly requestListeners?: AppOptions['requestListeners'];
  /** Gets bugs instead of `takeBugs`. */
  readonly onBug?: AppOptions['onBug'];
  readonly streamLimits?: StreamLimits;
}

const platformDefaults: NewPlatform = {
  platformId: 'test-platform',
  environment: 'SANDBOX',
  isRegulated: false,
  skipsVerificationPaperwork: true,
  isApproved: true,
  currencies: ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'USDC', 'BTC'],
};

/** The simulated outside world of a server. */
export function simulatedPorts(publicUrl: () => string, random: Random = createSeededRandom(1)): Ports {
  return {
    rates: createSandboxRates(),
    rails: createSandboxRails(),
    funding: createSandboxFunding(),
    collections: createSandboxCollections(),
    uma: createSandboxUma(),
    lightning: createSandboxLightning(noPeers),
    messages: createSandboxMessages(),
    identity: createSandboxIdentity(publicUrl),
    directory: sandboxDirectory,
    tokenIssuers: sandboxTokenIssuers,
    custody: createSandboxCustody(random),
    cardPulls: createSandboxCardPulls(),
    issuer: createSandboxIssuer({ publicUrl, cardLimit: 10_000 }),
    stablecoinProvider: createSandboxStablecoinProvider(),
  };
}

let platformCount = 0;

/** A server that does not have a platform yet. */
export interface Running {
  readonly app: App;
  readonly deps: Deps & { readonly clock: ManualClock };
  /** The given database, unwrapped: the data that the app seals is sealed here. */
  readonly bare: Database;
  readonly clock: ManualClock;
  readonly bugs: unknown[];
  readonly baseUrl: string;
  /** Restarts the random bytes. */
  reseed(seed: number): void;
}

/** The options of a server's launch. The others are about its platform. */
export type LaunchOptions = Pick<
  StartOptions,
  'settings' | 'deps' | 'production' | 'environment' | 'requestListeners' | 'onBug' | 'streamLimits'
>;

/** A server on the given database, over real HTTP, with a frozen clock. */
export async function launchTestServer(database: Database, options: LaunchOptions): Promise<Running> {
  const clock = createManualClock(testStart);
  let seeded = createSeededRandom(0);
  const random: Random = { bytes: (length) => seeded.bytes(length) };
  let address = '';
  const settings: Settings = {
    allowsLoopbackWebhooks: true,
    checksResponses: true,
    unknownFields: 'TELL',
    strictIdentifiers: false,
    documentBytes: 1024 ** 3,
    trustedProxies: new BlockList(),
    ...options.settings,
  };
  const parts: Parts = {
    database,
    clock,
    random,
    ids: createIds(clock, random),
    ...simulatedPorts(() => address, random),
    rules: createSandboxRules(settings),
    send: createSendWebhook({ allowsLoopback: settings.allowsLoopbackWebhooks }),
    readDomainTexts: () => labelsOfPlatforms(database),
    files: createMemoryFileStore(),
    publicUrl: () => address,
    sealer: createSealer(Buffer.alloc(32, 7), random),
    settings,
    ...options.deps,
  };
  const bugs: unknown[] = [];
  const production = options.production === 'SIMULATED' ? parts : options.production;
  const app = createApp(
    { ...parts, ...(production && { production }) },
    {
      basePath,
      onBug: options.onBug ?? ((error) => bugs.push(error)),
      ...(options.requestListeners && { requestListeners: options.requestListeners }),
      ...(options.streamLimits && { streamLimits: options.streamLimits }),
    },
  );
  const deps = { ...app.deps.forEnvironment(options.environment ?? 'SANDBOX'), clock };
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const reseed = (seed: number): void => {
    seeded = createSeededRandom(seed);
  };
  return { app, deps, bare: database, clock, bugs, baseUrl: `${address}${basePath}`, reseed };
}

/** The texts of a domain whose owner lets every platform use it. */
async function labelsOfPlatforms(database: Database): Promise<string[]> {
  const rows = await database.read((unit) =>
    unit.select((db) => db.selectFrom('platforms').select('proxy_uma_subdomain as label')),
  );
  return rows.map(({ label }) => label);
}

/** Creates a fresh platform on a server, and restarts the clock and the random bytes. */
export async function openPlatform(running: Running, options: StartOptions): Promise<TestServer> {
  const {
    settings: _settings,
    seed,
    deps: _deps,
    production: _production,
    requestListeners: _listeners,
    onBug: _onBug,
    streamLimits: _limits,
    ...platform
  } = options;
  platformCount += 1;
  running.clock.set({ ...running.clock.anchor, anchoredAt: testStart });
  running.reseed(seed ?? platformCount * 7919);
  const platformId = platform.platformId ?? `test-platform-${platformCount}`;
  const fresh: NewPlatform = { ...platformDefaults, ...platform, platformId };
  const { tenant, credentials } = await makePlatform(running.deps, fresh);
  return createHandle({ ...running, tenant, platform: fresh }, credentials);
}

/** A server on a fresh platform of the given database, for this caller only. */
export async function startTestServer(database: Database, options: StartOptions = {}): Promise<TestServer> {
  return openPlatform(await launchTestServer(database, options), options);
}

async function makePlatform(deps: Deps, platform: NewPlatform): Promise<{ tenant: number; credentials: Credentials }> {
  return deps.database.transaction(async (unit) => {
    const now = deps.clock.now();
    const tenant = await createPlatform({ unit, now, deps }, platform);
    const issued = issueToken(
      { unit, now, deps, tenant },
      { name: 'tests', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
    );
    return { tenant, credentials: { tokenId: issued.token.client_id, tokenSecret: issued.clientSecret } };
  });
}

type Opened = Running & { readonly tenant: number; readonly platform: NewPlatform };

/** A platform moves to another tenant when its sandbox is reset. */
async function presentTenant(unit: Unit, { platformId, environment }: NewPlatform): Promise<number> {
  const [found] = await unit.select((db) =>
    db
      .selectFrom('platforms')
      .select('tenant')
      .where('platform_id', '=', platformId)
      .where('environment', '=', environment),
  );
  if (found === undefined) throw new Error(`there is no longer a platform ${platformId}`);
  return found.tenant;
}

function createHandle(running: Opened, credentials: Credentials): TestServer {
  const { app, deps, bare, clock, tenant, platform, bugs, baseUrl } = running;
  const caller = createCaller({ baseUrl, ...credentials });
  return {
    app,
    deps,
    bare,
    clock,
    tenant,
    credentials,
    baseUrl,
    request: async (...parts) => {
      const answer = await caller.request(...parts);
      if (bugs.length > 0) throw bugs.shift();
      return answer;
    },
    withToken: async (permissions) => {
      const issued = await deps.database.transaction(async (unit) => {
        const present = await presentTenant(unit, platform);
        return issueToken({ unit, now: clock.now(), deps, tenant: present }, { name: permissions.join(), permissions });
      });
      return createHandle(running, { tokenId: issued.token.client_id, tokenSecret: issued.clientSecret });
    },
    step: (durationMs) => stepTo(app, clock, plusMs(clock.now(), durationMs)),
    advance: async (durationMs) => {
      await stepTo(app, clock, plusMs(clock.now(), durationMs));
      if (bugs.length > 0) throw bugs.shift();
    },
    takeBugs: () => bugs.splice(0),
    close: async () => {
      await app.stop();
      await deps.send.close();
    },
  };
}

/** How often to check again for due work that fails, and how far to advance the clock then. */
const patience = 20;
const pastMs = 1_000;

async function stepTo(app: App, clock: ManualClock, to: Instant): Promise<void> {
  for (let waits = 0; ; ) {
    const before = clock.now();
    await app.settle();
    const dueAt = await app.nextDueAt();
    if (dueAt === undefined || dueAt > to) return clock.moveTo(to);
    if (dueAt > before) clock.moveTo(dueAt);
    else if (waits < patience) await delay(5);
    else if (before === to) return;
    else clock.moveTo([plusMs(before, pastMs), to].sort()[0] ?? to);
    waits = clock.now() > before ? 0 : waits + 1;
  }
}
