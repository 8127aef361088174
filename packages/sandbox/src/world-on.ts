import { createClient, type EventType, orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Access } from './access.ts';
import type { FixtureName, FixtureOf, ForkOptions, World } from './sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { type Seed, sow } from './seed.ts';
import type { EventOf } from './webhook-inbox.ts';
import type { Endpoint } from './webhook-receiver.ts';

/** What belongs to one platform here: its endpoint, its data to begin with, how it is copied, and how it ends. */
export interface Belongings {
  readonly endpoint: Endpoint;
  readonly seed: Seed | undefined;
  readonly fork: (options?: ForkOptions) => Promise<World>;
  readonly stop: () => Promise<void>;
}

/** A platform with what a test does to it. */
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
    seeded: seed === undefined ? {} : await sow(access, seed),
    trigger: async <Type extends EventType>(type: Type): Promise<EventOf<Type>> => {
      const { resourceId } = await orThrow(client.POST('/sandbox/triggers', { body: { type, advancesClock: true } }));
      return inbox.next({ type, ...(resourceId !== undefined && { resourceId }) });
    },
    fixtures: async <Name extends FixtureName>(name: Name): Promise<FixtureOf<Name>> => {
      const made = await orThrow(client.POST('/sandbox/fixtures', { body: { name, advancesClock: true } }));
      // The platform makes what was asked for.
      return made as FixtureOf<Name>;
    },
    reset: async () => {
      // What is being sent at this moment arrives before.
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

/** What may keep an event from coming, as far as the platform knows it. */
async function whyNothingComes(client: PaymentsClient): Promise<string> {
  const { data } = await client.GET('/sandbox/clock');
  if (data === undefined) return 'The sandbox does not answer.';
  const { now, isFrozen } = data;
  const clock = isFrozen ? `The clock stands still at ${now}` : `The clock shows ${now}`;
  return `${clock}; clock.advance makes what is due later happen.`;
}
