import type { FastifyInstance } from 'fastify';
import { type DueWork, firstDueAt, isolated, workOnDue } from './engines/due-work/due-work.ts';
import { DueWorkEngine, type WorkerSlot } from './engines/due-work/due-work-engine.ts';
import { Relay } from './engines/outbox/relay.ts';
import type { MovableClock } from './ground/clock/clock.ts';
import type { Instant } from './ground/clock/instant.ts';
import { plusMs, secondMs } from './ground/clock/instant.ts';
import type { Timekeeper } from './ground/clock/timekeeper.ts';
import { DatabaseUnavailable } from './ground/database/database.ts';
import { sealedDatabase } from './ground/database/sealed-database.ts';
import type { Unit } from './ground/database/unit.ts';
import { routeHealth } from './http/health-routes.ts';
import { sweepExpiredKeys } from './http/idempotency.ts';
import { createHttpServer } from './http/server.ts';
import { dueWork, hostedPages, lifeCycle, operations } from './modules.ts';
import type { Deps, ServerDeps } from './operation/deps.ts';
import { productionRules } from './operation/ports/environment-rules.ts';
import { productionPorts } from './operation/ports/missing-adapter.ts';
import type { Environment, Ports } from './operation/ports/ports.ts';
import { decideFromWebhookResponse } from './payments/transactions/decide-from-webhook-response.ts';
import { depsOfTenant } from './platform/platforms/deps-of-tenant.ts';
import { findPlatform } from './platform/platforms/find-platform.ts';
import { backfillEncryption } from './workers/backfill-encryption.ts';
import { watchOutages } from './workers/outage-watch.ts';
import { createReadWriteLock, type ReadWriteLock } from './workers/read-write-lock.ts';
import { type ClockStore, createTimekeeper } from './workers/timekeeper.ts';
import { soleWorkerLock, type WorkerLock } from './workers/worker-lock.ts';

export interface AppOptions {
  readonly basePath: string;
  /** Told of every bug, with nothing personal in it. */
  readonly onBug: (error: unknown) => void;
  /** Told what a request has that its operation does not know, in one line. */
  readonly onIgnored?: (line: string) => void;
  /** Told in a line when the store cannot work, and when it can again; nobody when left out. */
  readonly onOutage?: (line: string) => void;
  /** Told in a line when an endpoint is paused, and when it is sent to again; nobody when left out. */
  readonly onPause?: (line: string) => void;
  /** Where the setting of the clock is kept; nowhere when left out. */
  readonly clockStore?: ClockStore;
  /** The place among the processes on the database; alone when left out. */
  readonly workerLock?: WorkerLock;
}

/** What the server is made of; who moves its clock is made here. */
export type Parts = Omit<Deps, 'timekeeper' | 'forEnvironment' | 'forTenant' | 'lifeCycle'> & {
  readonly clock: MovableClock;
  /** The adapters of production. The ports beside it are the sandbox's, and are never used in their place. */
  readonly production?: Partial<Ports>;
};

export interface App {
  readonly http: FastifyInstance;
  readonly deps: ServerDeps;
  /** Starts the workers; a test with a manual clock leaves them off and calls `settle`. */
  start(): void;
  /** Does what is due now, and what that makes due, until nothing is. */
  settle(): Promise<void>;
  /** When the next thing is due, or `undefined` when nothing is. */
  nextDueAt(): Promise<Instant | undefined>;
  /** Finishes what is in flight and stops; the deps stay open for their owner to close. */
  stop(): Promise<void>;
}

/** What happens by itself, in the order in which a step of the clock does it. */
const everyDueWork: readonly DueWork<ServerDeps>[] = [backfillEncryption, ...dueWork];

/** For a clock whose setting ends with the process. */
const noStore: ClockStore = { load: async () => undefined, save: async () => undefined };

/** The server from its parts: no listening, no environment, no globals. */
export function createApp(parts: Parts, options: AppOptions): App {
  const { clockStore = noStore, workerLock = soleWorkerLock, onPause = () => undefined } = options;
  const gate = createReadWriteLock();
  const outages = watchOutages(parts.database, options.onOutage ?? (() => undefined));
  const onBug = (error: unknown): void =>
    error instanceof DatabaseUnavailable ? outages.notice(error) : options.onBug(error);
  const kinds = everyDueWork.map(isolated);
  const allDueWork = [
    ...kinds,
    isolated<ServerDeps>({
      name: 'deliveries',
      work: () => relay.settle(),
      nextDueAt: (unit) => relay.nextDueAt(unit),
    }),
  ];
  const timekeeper = createTimekeeper({
    clock: parts.clock,
    store: clockStore,
    workerLock,
    gate,
    work: () => workOnDue(allDueWork, deps, onBug),
    nextDueAt: () => firstDueAt(allDueWork, deps),
    onBug,
  });
  const deps = resolveDeps(parts, timekeeper);
  const pokeRelay = (): void => engine.poke('deliveries');
  const relay = new Relay(deps, {
    endpointOf: async (unit, tenant) => (await findPlatform(unit, tenant)).webhook_endpoint,
    onAnswer: decideFromWebhookResponse,
    onBug,
    onPause,
    onFree: pokeRelay,
  });
  const engine = new DueWorkEngine({
    database: deps.database,
    clock: deps.clock,
    slots: [
      ...kinds.map(({ name, work, nextDueAt }) => ({
        name,
        work: () => gate.shared(() => work(deps, onBug)),
        nextDueAt: (unit: Unit) => nextDueAt(unit, deps),
      })),
      relaySlot(relay, gate),
      keySweeperSlot(deps, gate),
    ],
    // What was done may have emitted events.
    afterWork: (name) => name !== 'deliveries' && pokeRelay(),
    onBug,
  });
  const own = { deps, operations, hostedPages, onBug, afterCommit: pokeRelay, catchUp: timekeeper.catchUp };
  const http = createHttpServer({ ...options, ...own });
  routeHealth(http, outages);

  return {
    http,
    deps,
    start: () => engine.start(),
    settle: async () => {
      while ((await workOnDue(allDueWork, deps, onBug)) > 0);
    },
    nextDueAt: () => firstDueAt(allDueWork, deps),
    stop: async () => {
      timekeeper.stop();
      outages.stop();
      // Requests and moves of the clock may wait for a receiver of webhooks, which the relay breaks off.
      await Promise.all([http.close(), relay.stop()]);
      await engine.stop();
    },
  };
}

/** Splits the parts by environment, so that nothing which serves one has the outside world of the other. */
function resolveDeps(parts: Parts, timekeeper: Timekeeper): ServerDeps {
  const { clock, ids, random, send, files, sealer, publicUrl, settings } = parts;
  const database = sealedDatabase(parts.database, sealer);
  const shared = { database, clock, timekeeper, ids, random, send, files, sealer, publicUrl, settings };
  const server: ServerDeps = {
    ...shared,
    lifeCycle,
    forEnvironment: (environment) => environments[environment],
    forTenant: (tenant) => depsOfTenant(server, tenant),
  };
  const { rates, rails, funding, collections, uma, messages, identity, directory, rules } = parts;
  const environments: Readonly<Record<Environment, Deps>> = {
    SANDBOX: { ...server, rates, rails, funding, collections, uma, messages, identity, directory, rules },
    PRODUCTION: { ...server, ...productionPorts(parts.production ?? {}), rules: productionRules },
  };
  return server;
}

/**
 * The relay goes on claiming while it sends, so its slot waits for the claim only. Who moves the clock waits
 * until all that was claimed is recorded: the gate is passed for as long.
 */
function relaySlot(relay: Relay, gate: ReadWriteLock): WorkerSlot {
  const claim = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const passed = gate.shared(async () => {
        const { count, done } = await relay.take();
        resolve(count);
        await done;
      });
      passed.catch(reject);
    });
  return { name: 'deliveries', work: claim, nextDueAt: (unit) => relay.nextDueAt(unit) };
}

const sweepIntervalMs = 600 * secondMs;

/** Idempotency keys past their time are removed now and then; an expired key is already not recalled. */
function keySweeperSlot(deps: ServerDeps, gate: ReadWriteLock): WorkerSlot {
  let dueAt = plusMs(deps.clock.now(), sweepIntervalMs);
  return {
    name: 'idempotency_keys',
    nextDueAt: async () => dueAt,
    work: () =>
      gate.shared(async () => {
        const now = deps.clock.now();
        dueAt = plusMs(now, sweepIntervalMs);
        return deps.database.transaction((unit) => sweepExpiredKeys(unit, now));
      }),
  };
}
