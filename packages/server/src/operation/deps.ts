import type { BlockList } from 'node:net';
import type { PlatformClocks } from '../engines/clocks/platform-clocks.ts';
import type { Timekeeper } from '../engines/due-work/timekeeper.ts';
import type { FileStore } from '../engines/files/file-store.ts';
import type { LiveFeed } from '../engines/live-feed/live-feed.ts';
import type { Relay } from '../engines/outbox/relay.ts';
import type { SendWebhook } from '../engines/outbox/send.ts';
import type { ReadDomainTexts } from '../engines/uma/domain-texts.ts';
import type { Clock } from '../ground/clock/clock.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Ids, Random } from '../ground/ids/ids.ts';
import type { CurrencyCode } from '../ground/money/currency.ts';
import type { Sealer } from '../ground/sealing/sealer.ts';
import type { EnvironmentRules } from './ports/environment-rules.ts';
import type { Environment, Ports } from './ports/ports.ts';

/** The dependencies of the server for all platforms in both environments. */
export interface ServerDeps {
  readonly database: Database;
  /** Real time; in the deps of a tenant, the clock of that tenant. */
  readonly clock: Clock;
  readonly clocks: PlatformClocks;
  readonly timekeeper: Pick<Timekeeper, 'state' | 'change' | 'advance'>;
  /** The events of platforms, for their live streams. */
  readonly feed: Pick<LiveFeed, 'positions' | 'positionFrom' | 'follow' | 'leave' | 'followers'>;
  /** The sender of webhooks. */
  readonly relay: Pick<Relay, 'pauseOf'>;
  readonly ids: Ids;
  readonly random: Random;
  readonly send: SendWebhook;
  /** The TXT records of a name. */
  readonly readDomainTexts: ReadDomainTexts;
  /** Files are sealed before they reach a disk or an object store. */
  readonly files: FileStore;
  readonly sealer: Sealer;
  /** Where browsers reach this server, e.g. `https://pay.example.com`. Known once the server listens. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
  /** The hooks of all modules. */
  readonly lifeCycle: LifeCycle;
  /** The only place where an environment gets its outside world. Production never gets the sandbox's. */
  readonly forEnvironment: (environment: Environment) => Deps;
  /** The same for work on one platform's data outside a request. */
  readonly forTenant: (tenant: number) => Promise<Deps>;
  /** The same with the clock that was read along with the caller's credentials. */
  readonly forCaller: (tenant: number, environment: Environment, requestId?: string) => Deps;
  readonly tenants: TenantMemory;
}

/**
 * What this process remembers of tenants. It is deleted with its tenant, so that sandbox worlds leave nothing behind.
 */
export interface TenantMemory {
  /** Starts a new tenant: forgets the old state of its number, and takes ids from the seed if there is one. */
  readonly begin: (tenant: number, seed: string | null, clock: Clock) => Ids;
  /** Forgets the tenant. */
  readonly forget: (tenant: number) => void;
}

/** The same with the outside world of one environment, for work on one platform's data. */
export interface Deps extends ServerDeps, Ports {
  readonly rules: EnvironmentRules;
}

export interface Settings {
  /**
   * Whether only this machine reaches the server. Then webhooks may go to loopback while no platform is in production.
   */
  readonly allowsLoopbackWebhooks: boolean;
  /** Checks every response against the specification: for tests and development. */
  readonly checksResponses: boolean;
  /** How fields and filters that an operation does not know are treated: ignored, named in a header, or refused. */
  readonly unknownFields: 'IGNORE' | 'TELL' | 'REFUSE';
  /** Refuses identifiers with wrong check digits in the sandbox too. */
  readonly strictIdentifiers: boolean;
  /** How much of the disk the documents of a platform and its sandbox worlds may take. */
  readonly documentBytes: number;
  /** Proxies that are trusted to report the addresses of their senders. */
  readonly trustedProxies: BlockList;
}

/** The context of work on one platform's data, in a request or in a worker. */
export interface WorkContext {
  readonly tenant: number;
  readonly unit: Unit;
  readonly now: Instant;
  readonly deps: Deps;
}

/**
 * The hooks of a module: what it does when something happens in a module below it, which does not know it. A hook runs
 * in the database transaction of its cause. Each room adds its hooks in its `life-cycle.ts`, by declaration.
 */
export interface LifeCycle {
  /** A customer, or the platform itself (`null`), may now hold these currencies. */
  readonly onCurrenciesGranted: (
    context: WorkContext,
    customerId: string | null,
    currencies: readonly CurrencyCode[],
  ) => Promise<void>;
}
