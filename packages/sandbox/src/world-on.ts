import { createClient, type PaymentsClient } from '@payments-platform/client';
import type { World } from './sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import type { Endpoint } from './webhook-receiver.ts';

/** How a platform is called and verified. */
export type Access = Pick<World, 'baseUrl' | 'tokenId' | 'tokenSecret' | 'webhookPublicKey'>;

/** A platform with what a test does to it. `stop` ends what was begun for it. */
export function worldOn(
  { baseUrl, tokenId, tokenSecret, webhookPublicKey }: Access,
  endpoint: Endpoint,
  stop: () => Promise<void>,
): World {
  const client = createClient({ baseUrl, tokenId, tokenSecret });
  endpoint.verifyWith(webhookPublicKey);
  endpoint.inbox.explainBy(() => whyNothingComes(client));
  return {
    ...{ baseUrl, tokenId, tokenSecret, webhookPublicKey, client },
    clock: createSandboxClock(client),
    webhooks: endpoint.inbox,
    fail: (_part, how = 500) => endpoint.failWith(how),
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
