import type { FastifyInstance } from 'fastify';
import { type PlatformClock, PlatformClocks } from './engines/clocks/platform-clocks.ts';
import {
  type DueWork,
  firstDueAt,
  firstDueAtOf,
  isolated,
  type Report,
  runDueWork,
} from './engines/due-work/due-work.ts';
import { DueWorkEngine } from './engines/due-work/due-work-engine.ts';
import { Timekeeper } from './engines/due-work/timekeeper.ts';
import { hasLeasedTimer } from './engines/due-work/timers.ts';
import { LiveFeed } from './engines/live-feed/live-feed.ts';
import { hasLeasedDelivery } from './engines/outbox/claimed-deliveries.ts';
import { deliveries, dueDeliveries } from './engines/outbox/due-deliveries.ts';
import type { AttemptListener } from './engines/outbox/finished-attempt.ts';
import { Relay } from './engines/outbox/relay.ts';
import { epochMsOf, type Instant } from './ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from './ground/database/database.ts';
import { observedDatabase, type UnitListener } from './ground/database/observed-database.ts';
import { type SealedDatabase, sealedDatabase } from './ground/database/sealed-database.ts';
import { createIds, type Ids, type Random } from './ground/ids/ids.ts';
import { createReplayedRandom } from './ground/ids/random.ts';
import { pick } from './ground/json/json-text.ts';
import { Entrance } from './http/entrance.ts';
import { type Health, routeHealth } from './http/health-routes.ts';
import { dueKeySweep } from './http/idempotency.ts';
import { createInnerRequests } from './http/inner-requests.ts';
import type { StreamLimits } from './http/open-streams.ts';
import { createHttpServer } from './http/server.ts';
import { dueWork, feedSources, lifeCycle, served } from './modules.ts';
import type { Deps, ServerDeps, TenantMemory } from './operation/deps.ts';
import type { RequestListener } from './operation/finished-request.ts';
import { productionRules } from './operation/ports/environment-rules.ts';
import { productionPorts } from './operation/ports/missing-adapter.ts';
import { type Environment, type Ports, portNames } from './operation/ports/ports.ts';
import { decideFromWebhookResponse } from './payments/transactions/decide-from-webhook-response.ts';
import { depsOfTenant, forgetEnvironment } from './platform/platforms/deps-of-tenant.ts';
import { findPlatform } from './platform/platforms/find-platform.ts';
import { RequestLog } from './platform/requests/request-log.ts';
import { createHealthWatch, type WorkerState } from './telemetry/health/check-health.ts';
import { backfillEncryption } from './workers/backfill-encryption.ts';
import { type OutageWatch, watchOutages } from './workers/outage-watch.ts';
import { type AroundWork, workerSlots } from './workers/worker-slots.ts';

export interface AppOptions {
  readonly basePath: string;
  /** Called with every bug, without personal data, and with the request that caused it. */
  readonly onBug: (error: unknown, requestId?: string) => void;
  /** Called with every request once it is over. */
  readonly requestListeners?: readonly RequestListener[];
  /** Leaves requests out of the log, to measure what it costs. */
  readonly isRequestLogOff?: boolean;
  /** Called with one line that names the parts of a request that its operation does not know. */
  readonly onIgnored?: (line: string) => void;
  /** Called with one line when the store stops working, and when it works again. */
  readonly onOutage?: (line: string) => void;
  /** Called with one line when an endpoint is paused, and when sending to it resumes. */
  readonly onPause?: (line: string) => void;
  /** Observers of the server's work. */
  readonly observers?: Observers;
  /** The folder of the data, whose disk the readiness check looks at. Without it, nothing is on disk. */
  readonly dataFolder?: string | null;
  readonly streamLimits?: StreamLimits;
}

/** Observers of the server's work. It waits for none of them, except for the work that one wraps. */
export interface Observers {
  readonly onAttempt?: AttemptListener;
  readonly onUnit?: UnitListener;
  readonly aroundWork?: AroundWork;
}

/** The clocks and ports that `createApp` makes. */
type OwnName = 'clocks' | 'timekeeper' | 'feed' | 'relay' | 'inner';

/** The parts of the server. It makes the clocks of its platforms itself. */
export type Parts = Omit<Deps, OwnName | 'forEnvironment' | 'forTenant' | 'forCaller' | 'tenants' | 'lifeCycle'> & {
  /** The adapters of production. The sandbox's ports beside it are never used in their place. */
  readonly production?: Partial<Ports>;
};

/** The source of the operator's figures. */
export interface Inside {
  /** The workers of everything but webhooks. */
  readonly kinds: readonly DueWork<ServerDeps>[];
  readonly relay: Pick<Relay, 'load'>;
  readonly entrance: Pick<Entrance, 'load'>;
  readonly log: Pick<RequestLog, 'dropped'>;
  readonly checks: Health['checks'];
}

export interface App {
  readonly http: FastifyInstance;
  readonly deps: ServerDeps;
  readonly inside: Inside;
  /** Starts the workers. A test with a manual clock leaves them stopped and calls `settle`. */
  start(): void;
  /** Does what is due now, and what becomes due by that, until nothing is. */
  settle(): Promise<void>;
  /** When the next work is due, or `undefined` if there is none. */
  nextDueAt(): Promise<Instant | undefined>;
  /** Becomes not ready and stops the workers and clocks, since others may take its claims. Still serves requests. */
  drain(): Promise<void>;
  /** Finishes the work in progress and stops. The deps stay open: their owner closes them. */
  stop(): Promise<void>;
}

/** The automatic work, in the order in which a step of a clock does it. */
const everyDueWork: readonly DueWork<ServerDeps>[] = [backfillEncryption, ...dueWork, dueKeySweep];

/** The server from its parts: no listening, no environment, no globals. */
export function createApp(parts: Parts, options: AppOptions): App {
  const { observers = {}, onOutage: tell = () => undefined } = options;
  const outages = watchOutages(parts, tell);
  const onBug = (error: unknown, requestId?: string): void =>
    error instanceof DatabaseUnavailable ? outages.notice(error) : options.onBug(error, requestId);
  const clocks = new PlatformClocks(parts.clock);
  const database = sealedDatabase(watched(parts.database, observers), parts.sealer);
  const timekeeper = new Timekeeper({
    database,
    clock: parts.clock,
    clocks,
    newId: () => parts.ids.next('Advance'),
    work: (tenant) => runDueWork(ofPlatforms, deps, onBug, tenant),
    nextDueAt: (tenant) => firstDueAtOf(ofPlatforms, deps, tenant),
    isWorkedOn: async (unit, tenant, now) =>
      (await hasLeasedTimer(unit, tenant, now, epochMsOf(parts.clock.now()))) ||
      (await hasLeasedDelivery(unit, tenant, now)),
    onBug,
  });
  const inner = createInnerRequests(() => ({ deps, ...served, kinds, onBug, afterCommit }));
  const feed = new LiveFeed({ database, sealer: parts.sealer, sources: feedSources, onBug });
  const sender = { pauseOf: (tenant: number, endpoint: string) => relay.pauseOf(tenant, endpoint) };
  const deps = resolveDeps(parts, { database, clocks, timekeeper, feed, relay: sender, inner }, (tenant) => {
    relay.forget(tenant);
    log.forget(tenant);
  });
  const afterCommit = (): void => {
    engine.wake(deliveries);
    feed.wake();
  };
  const relay = relayOf(deps, options, onBug, afterCommit);
  const kinds = [...everyDueWork, timekeeper.abandoned].map(isolated);
  const all = [...kinds, isolated(dueDeliveries(relay))];
  const ofPlatforms = all.filter(({ nextDueAtOf }) => nextDueAtOf !== undefined);
  const engine = new DueWorkEngine({
    database,
    clock: parts.clock,
    slots: workerSlots({ kinds, relay, deps, onBug, aroundWork: observers.aroundWork }),
    // The work may have emitted events.
    afterWork: (name) => name !== deliveries && afterCommit(),
    onBug,
  });
  const log = new RequestLog({ database, sealer: parts.sealer, onBug, onWritten: () => feed.wake(), tell });
  const requestListeners = [...(options.requestListeners ?? []), ...(options.isRequestLogOff ? [] : [log.listener])];
  const entrance = new Entrance(deps);
  const http = createHttpServer({ ...options, ...served, deps, onBug, requestListeners, afterCommit, entrance });
  const { checks } = serveHealth(http, parts.database, outages, engine, options.dataFolder ?? null);

  return {
    http,
    deps,
    inside: { kinds, relay, entrance, log, checks },
    start: () => {
      log.start();
      engine.start();
    },
    settle: () => log.flush().then(() => workUntilDone(all, deps, onBug)),
    nextDueAt: () => firstDueAt(all, deps),
    drain: async () => void (await Promise.all([timekeeper.stop(), engine.stop(), relay.drain()])),
    stop: async () => {
      timekeeper.stop();
      outages.stop();
      // Requests and moves of the clock may wait for a receiver of webhooks. The relay breaks these off.
      await Promise.all([http.close(), relay.stop()]);
      await Promise.all([engine.stop(), feed.stop(), log.stop()]);
    },
  };
}

function relayOf(deps: ServerDeps, { onPause, observers }: AppOptions, onBug: Report, onFree: () => void): Relay {
  return new Relay(deps, {
    endpointOf: async (unit, tenant) => (await findPlatform(unit, tenant)).webhook_endpoint,
    onAnswer: (delivery, answer) => decideFromWebhookResponse(deps, delivery, answer),
    onBug,
    onPause: onPause ?? (() => undefined),
    onAttempt: observers?.onAttempt ?? (() => undefined),
    onFree,
  });
}

async function workUntilDone(kinds: typeof everyDueWork, deps: ServerDeps, report: Report): Promise<void> {
  while ((await runDueWork(kinds, deps, report)) > 0);
}

function watched(database: Database, { onUnit }: Observers): Database {
  return onUnit === undefined ? database : observedDatabase(database, 'ledger_entries', onUnit);
}

/** Checks whether this process can serve requests, as far as it knows. */
function serveHealth(
  http: FastifyInstance,
  database: Database,
  { shortage, shortageOfFiles }: OutageWatch,
  engine: DueWorkEngine,
  dataFolder: string | null,
): Health {
  const workers = (): WorkerState => ({
    polledAgoMs: engine.polledAgoMs(),
    claimingForMs: engine.workingForMs(deliveries),
    isStopped: engine.isStopped,
  });
  const checks = createHealthWatch({ database, shortage, shortageOfFiles, dataFolder, workers });
  const health = { shortage, checks };
  routeHealth(http, health);
  return health;
}

/** Splits the parts by environment, so that each environment's code has only its own outside world. */
function resolveDeps(
  parts: Parts,
  own: Pick<ServerDeps, OwnName> & { readonly database: SealedDatabase },
  onForget: (tenant: number) => void,
): ServerDeps {
  const { clock, ids, random, send, readDomainTexts, files, sealer, publicUrl, settings } = parts;
  const platforms = new Map<number, Deps>();
  /** The generators of ids of platforms with a seed, as far as this process has made them. */
  const seeded = new Map<number, Random>();
  const forget = (tenant: number): void => {
    for (const known of [platforms, seeded]) known.delete(tenant);
    own.clocks.forget(tenant);
    forgetEnvironment(server, tenant);
    onForget(tenant);
  };
  const tenants: TenantMemory = {
    forget,
    begin: (tenant, seed, standing) => {
      forget(tenant);
      if (seed !== null) seeded.set(tenant, createReplayedRandom(seed));
      return createIds(standing, seeded.get(tenant) ?? random);
    },
  };
  const server: ServerDeps = {
    ...own,
    ...{ clock, ids, random, send, readDomainTexts, files, sealer, publicUrl, settings },
    lifeCycle,
    tenants,
    forEnvironment: (environment) => environments[environment],
    forTenant: (tenant) => depsOfTenant(server, tenant),
    forCaller: (tenant, environment, requestId) => {
      const known =
        environment === 'PRODUCTION' ? environments.PRODUCTION : (platforms.get(tenant) ?? depsOfPlatform(tenant));
      if (environment === 'SANDBOX') platforms.set(tenant, known);
      return requestId === undefined ? known : { ...known, database: own.database.forRequest(requestId) };
    },
  };
  const { rules } = parts;
  const environments: Readonly<Record<Environment, Deps>> = {
    SANDBOX: { ...server, ...pick(parts, portNames), rules },
    PRODUCTION: { ...server, ...productionPorts(parts.production ?? {}), rules: productionRules },
  };
  const depsOfPlatform = (tenant: number): Deps => {
    const shown = own.clocks.of(tenant);
    return { ...environments.SANDBOX, clock: shown, ids: idsOf(parts, shown, seeded.get(tenant)) };
  };
  return server;
}

/** Ids sort by the time of their platform, so a platform with its own clock takes them from that clock. */
function idsOf({ ids, random }: Parts, clock: PlatformClock, seeded: Random | undefined): Ids {
  const own = createIds(clock, seeded ?? random);
  return { next: (prefix) => (clock.isOwn || seeded !== undefined ? own : ids).next(prefix) };
}
