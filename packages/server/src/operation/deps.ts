import type { BlockList } from 'node:net';
import type { PlatformClocks } from '../engines/clocks/platform-clocks.ts';
import type { Timekeeper } from '../engines/due-work/timekeeper.ts';
import type { FileStore } from '../engines/files/file-store.ts';
import type { LiveFeed } from '../engines/live-feed/live-feed.ts';
import type { Relay } from '../engines/outbox/relay.ts';
import type { SendWebhook } from '../engines/outbox/send.ts';
import type { Clock } from '../ground/clock/clock.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Ids, Random } from '../ground/ids/ids.ts';
import type { CurrencyCode } from '../ground/money/currency.ts';
import type { Sealer } from '../ground/sealing/sealer.ts';
import type { EnvironmentRules } from './ports/environment-rules.ts';
import type { Environment, Ports } from './ports/ports.ts';

/** What the server takes from outside for all its platforms, whichever environment they are in. */
export interface ServerDeps {
  readonly database: Database;
  /** Real time; in the deps of a tenant the clock of that one. */
  readonly clock: Clock;
  readonly clocks: PlatformClocks;
  readonly timekeeper: Pick<Timekeeper, 'state' | 'change' | 'advance'>;
  /** What happens on platforms, told to those who follow it. */
  readonly feed: Pick<LiveFeed, 'positions' | 'positionFrom' | 'follow' | 'leave' | 'followers'>;
  /** What sends webhooks. */
  readonly relay: Pick<Relay, 'pauseOf'>;
  readonly ids: Ids;
  readonly random: Random;
  readonly send: SendWebhook;
  /** Sealed before it reaches a disk or an object store. */
  readonly files: FileStore;
  readonly sealer: Sealer;
  /** Where browsers reach this server, e.g. `https://pay.example.com`. Known once the server listens. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
  /** What all modules do when something happens in one of them. */
  readonly lifeCycle: LifeCycle;
  /** The one place where an environment gets its outside world; the sandbox's is never production's. */
  readonly forEnvironment: (environment: Environment) => Deps;
  /** The same for work on the data of one platform outside of a request. */
  readonly forTenant: (tenant: number) => Promise<Deps>;
  /** The same with the clock that this process knows: it was read along with the caller's credentials. */
  readonly forCaller: (tenant: number, environment: Environment, requestId?: string) => Deps;
  readonly tenants: TenantMemory;
}

/** What this process remembers of tenants, so that worlds of a sandbox that come and go leave nothing behind. */
export interface TenantMemory {
  /** Begins with a tenant that is being made: nothing is known of its number, and its ids follow the seed if it has one. */
  readonly begin: (tenant: number, seed: string | null, clock: Clock) => Ids;
  /** Nothing of the tenant is left. */
  readonly forget: (tenant: number) => void;
}

/** The same with the outside world of one environment, for work on the data of one platform. */
export interface Deps extends ServerDeps, Ports {
  readonly rules: EnvironmentRules;
}

export interface Settings {
  /** Whether only this machine reaches the server. Webhooks may then go to loopback while no platform is in production. */
  readonly allowsLoopbackWebhooks: boolean;
  /** Checks every response against the specification: tests and development. */
  readonly checksResponses: boolean;
  /** How fields and filters that an operation does not know are treated: ignored, named in a header, or refused. */
  readonly unknownFields: 'IGNORE' | 'TELL' | 'REFUSE';
  /** Refuses identifiers with wrong check digits in the sandbox too. */
  readonly strictIdentifiers: boolean;
  /** Proxies whose word counts about the addresses that their requests come from. */
  readonly trustedProxies: BlockList;
}

/** What work on one platform's data needs, whether a request or a worker does it. */
export interface WorkContext {
  readonly tenant: number;
  readonly unit: Unit;
  readonly now: Instant;
  readonly deps: Deps;
}

/**
 * What one module does when something happens in a module below it, which does not know it. All of it happens in the
 * database transaction of its cause. Each room adds what happens in it in its `life-cycle.ts`, by declaration.
 */
export interface LifeCycle {
  /** A customer, or the platform itself (`null`), may hold these currencies from now on. */
  readonly onCurrenciesGranted: (
    context: WorkContext,
    customerId: string | null,
    currencies: readonly CurrencyCode[],
  ) => Promise<void>;
}
