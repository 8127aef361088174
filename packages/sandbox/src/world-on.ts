import { createClient, type EventType, orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Access } from './access.ts';
import type { FixtureName, FixtureOf, ForkOptions, TriggerOptions, World } from './sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { applySeed, type Seed } from './seed.ts';
import type { EventOf } from './webhook-inbox.ts';
import type { Endpoint } from './webhook-receiver.ts';

/** The parts of one platform here: its endpoint, its initial data, how to copy it, and how to end it. */
export interface Belongings {
  readonly endpoint: Endpoint;
  readonly seed: Seed | undefined;
  readonly fork: (options?: ForkOptions) => Promise<World>;
  readonly stop: () => Promise<void>;
}

/** A platform with the controls of a test. */
export async function worldOn(access: Access, { endpoint, seed, fork, stop }: Belongings): Promise<World> {
  const { baseUrl, tokenId, tokenSecret, webhookPublicKey } = access;
  const client = createClient({ baseUrl, tokenId, tokenSecret });
  const { inbox } = endpoint;
  endpoint.verifyWith(webhookPublicKey);
  inbox.explainBy(() => whyNothingComes(client));
  const clock = createSandboxClock(client);
  return {
    ...{ baseUrl, tokenId, tokenSecret, webhookPublicKey, client, clock },
    webhooks: inbox,
    seeded: seed === undefined ? {} : await applySeed(access, seed),
    trigger: async <Type extends EventType>(type: Type, options?: TriggerOptions): Promise<EventOf<Type>> => {
      const body = { ...options, type, advancesClock: true };
      // A test event is not stored, so it has no id here.
      const { eventId } = await orThrow(client.POST('/sandbox/triggers', { body }));
      return inbox.next({ type, ...(eventId !== undefined && { eventId }) });
    },
    fixtures: async <Name extends FixtureName>(name: Name): Promise<FixtureOf<Name>> => {
      const made = await orThrow(client.POST('/sandbox/fixtures', { body: { name, advancesClock: true } }));
      // The platform makes what was asked for.
      return made as FixtureOf<Name>;
    },
    reset: async () => {
      // Wait for deliveries that are in flight.
      await clock.advance('0s');
      await orThrow(client.POST('/sandbox/reset'));
      inbox.clear();
    },
    fail: (_part, how = 500) => endpoint.failWith(how),
    fork,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Why an event may not arrive, as far as the platform knows. */
async function whyNothingComes(client: PaymentsClient): Promise<string> {
  const { data } = await client.GET('/sandbox/clock');
  if (data === undefined) return 'The sandbox does not respond.';
  const { now, isFrozen } = data;
  const clock = isFrozen ? `The clock is frozen at ${now}` : `The clock shows ${now}`;
  return `${clock}; clock.advance does the work that is due later.`;
}
