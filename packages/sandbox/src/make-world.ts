import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { World, WorldOptions } from './sandbox.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { worldOn } from './world-on.ts';

/** A platform beside the one of this client, on the same server. */
export async function makeWorld(
  { baseUrl, client }: { readonly baseUrl: string; readonly client: PaymentsClient },
  receiver: WebhookReceiver,
  { idSeed, seed, ...settings }: WorldOptions,
): Promise<World> {
  await using made = new AsyncDisposableStack();
  const endpoint = made.adopt(receiver.open(), (opened) => opened.close());
  const { id, token, webhookPublicKey } = await orThrow(
    client.POST('/sandbox/worlds', {
      body: { ...settings, ...(idSeed !== undefined && { seed: idSeed }), webhookEndpoint: endpoint.inbox.url },
    }),
  );
  made.defer(async () => {
    await orThrow(client.DELETE('/sandbox/worlds/{worldId}', { params: { path: { worldId: id } } }));
  });
  const access = { baseUrl, tokenId: token.clientId, tokenSecret: token.clientSecret, webhookPublicKey };
  const world = await worldOn(access, { endpoint, seed, stop: () => kept.disposeAsync() });
  const kept = made.move();
  return world;
}
