import type { components, EventType, PaymentsClient } from '@payments-platform/client';
import type { PlantedFaults } from '@payments-platform/server';
import type { Access } from './access.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { Seed, Seeded } from './seed.ts';
import type { EventOf, SandboxWebhooks } from './webhook-inbox.ts';
import type { EndpointFailure } from './webhook-receiver.ts';

/** Ends a failure. */
export type StopFailure = () => void;

export type FixtureName = components['schemas']['SandboxFixtureName'];

/** The ids of created resources, by name. */
export type FixtureOf<Name extends FixtureName> = Extract<
  components['schemas']['SandboxFixtureOneOf'],
  { readonly name: Name }
>;

/** What a trigger happens to. */
export type TriggerOptions = Pick<components['schemas']['SandboxTriggerRequest'], 'resourceId'>;

/** A platform of the sandbox, with the controls of a test. */
export interface World extends Access, AsyncDisposable {
  /** The published client with these credentials. */
  readonly client: PaymentsClient;
  readonly clock: SandboxClock;
  readonly webhooks: SandboxWebhooks;
  /** The responses to the requests of the seed, by their names. */
  readonly seeded: Seeded;
  /**
   * Causes an event of this type the way it really occurs, and advances the clock if that takes time. Returns the event
   * as it arrived. With `resourceId` it happens to an existing card, purchase, internal account or waiting payment.
   */
  trigger<Type extends EventType>(type: Type, options?: TriggerOptions): Promise<EventOf<Type>>;
  /** Creates a named set of data, advancing the clock if its states take time. Returns its ids by name. */
  fixtures<Name extends FixtureName>(name: Name): Promise<FixtureOf<Name>>;
  /** Deletes all data and all received events. Credentials, settings and the clock stay. */
  reset(): Promise<void>;
  /**
   * Creates a world that is a copy of this one at this moment, even during a payment: all data with their ids, and the
   * clock. From then on they are independent. Deliveries that are pending or in flight also go to the copy; after
   * `clock.advance('0s')` none is in flight.
   */
  fork(options?: ForkOptions): Promise<World>;
  /** The endpoint returns 500, or the given failure, until the returned function is called. */
  fail(part: 'endpoint', how?: EndpointFailure): StopFailure;
  stop(): Promise<void>;
}

/** The options of a copy. */
export type ForkOptions = Omit<components['schemas']['SandboxForkRequest'], 'webhookEndpoint'>;

type WorldRequest = components['schemas']['SandboxWorldCreateRequest'];

/** The options of a new world; the default of each is its value in the sandbox that creates it. */
export interface WorldOptions extends Omit<WorldRequest, 'seed' | 'webhookEndpoint'> {
  /** Makes the ids of the world reproducible, with a clock that is frozen at the same moment. */
  readonly idSeed?: NonNullable<WorldRequest['seed']>;
  /** The initial data. */
  readonly seed?: Seed;
}

/** A server with a platform of its own. */
export interface Sandbox extends World {
  /**
   * Creates a platform beside this one, with its own credentials, data, clock and webhooks. It takes milliseconds, so
   * each test can have one, and any number can be used at the same time.
   */
  world(options?: WorldOptions): Promise<World>;
  fail(part: 'endpoint', how?: EndpointFailure): StopFailure;
  /**
   * Banks and chains refuse every payment, with `QUOTE_EXECUTION_FAILED` or the given reason, in every world of this
   * server.
   */
  fail(part: 'rail', reason?: NonNullable<PlantedFaults['rail']>): StopFailure;
  /** There is no rate between different currencies, in every world of this server: `QUOTE_RATE_UNAVAILABLE`. */
  fail(part: 'rates'): StopFailure;
}
