import type { components, EventType, PaymentsClient } from '@payments-platform/client';
import type { PlantedFaults } from '@payments-platform/server';
import type { Access } from './access.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { Seed, Seeded } from './seed.ts';
import type { EventOf, SandboxWebhooks } from './webhook-inbox.ts';
import type { EndpointFailure } from './webhook-receiver.ts';

/** Takes a failure back. */
export type Mend = () => void;

export type FixtureName = components['schemas']['SandboxFixtureName'];

/** What was made under a name. */
export type FixtureOf<Name extends FixtureName> = Extract<
  components['schemas']['SandboxFixtureOneOf'],
  { readonly name: Name }
>;

/** A platform of the sandbox with what a test does to it. */
export interface World extends Access, AsyncDisposable {
  /** The published client with these credentials. */
  readonly client: PaymentsClient;
  readonly clock: SandboxClock;
  readonly webhooks: SandboxWebhooks;
  /** What the requests of the seed were answered, by their names. */
  readonly seeded: Seeded;
  /**
   * Makes an event of this type happen by what really causes it, moving the clock on where that takes time, and gives
   * the event as it arrived.
   */
  trigger<Type extends EventType>(type: Type): Promise<EventOf<Type>>;
  /** Makes a named set of data, moving the clock on where its states take time, and gives its ids by what they are. */
  fixtures<Name extends FixtureName>(name: Name): Promise<FixtureOf<Name>>;
  /** Takes away all data and all events that have arrived. Credentials, settings and the clock stay. */
  reset(): Promise<void>;
  /**
   * Makes a world that is a copy of this one at this moment, also in the middle of a payment: all data with their ids,
   * and the clock. From then on each goes its own way. The copy hears what was still to be delivered, or on its way;
   * after `clock.advance('0s')` nothing is on its way.
   */
  fork(options?: ForkOptions): Promise<World>;
  /** The endpoint answers 500, or what is said here, until the returned function is called. */
  fail(part: 'endpoint', how?: EndpointFailure): Mend;
  stop(): Promise<void>;
}

/** What is different about a copy. */
export type ForkOptions = Omit<components['schemas']['SandboxForkRequest'], 'webhookEndpoint'>;

type WorldRequest = components['schemas']['SandboxWorldCreateRequest'];

/** What a world begins with; everything left out is as in the sandbox that makes it. */
export interface WorldOptions extends Omit<WorldRequest, 'seed' | 'webhookEndpoint'> {
  /** Makes the ids of the world repeat, with a clock that stands still at the same moment. */
  readonly idSeed?: NonNullable<WorldRequest['seed']>;
  /** Data to begin with. */
  readonly seed?: Seed;
}

/** A server with a platform of its own. */
export interface Sandbox extends World {
  /**
   * Makes a platform beside this one, with its own credentials, data, clock and webhooks. It costs milliseconds, so
   * each test can have one, and any number can be used at the same time.
   */
  world(options?: WorldOptions): Promise<World>;
  fail(part: 'endpoint', how?: EndpointFailure): Mend;
  /**
   * Banks and chains turn away every payment that reaches them, with `QUOTE_EXECUTION_FAILED` or the reason given, in
   * every world of this server.
   */
  fail(part: 'rail', reason?: NonNullable<PlantedFaults['rail']>): Mend;
  /** No other currency has a rate, in every world of this server: `QUOTE_RATE_UNAVAILABLE`. */
  fail(part: 'rates'): Mend;
}
