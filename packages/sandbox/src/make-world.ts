import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import type { ForkOptions, World, WorldOptions } from './sandbox.ts';
import type { Seed } from './seed.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { worldOn } from './world-on.ts';

/** The server for new worlds: how to call its platform, and the receiver of all webhooks. */
export interface WorldMaker {
  readonly baseUrl: string;
  readonly client: PaymentsClient;
  readonly receiver: WebhookReceiver;
}

type Made = Received<'CreatedSandboxWorld'>;

/** Creates a platform beside the one of this client, on the same server. */
export function makeWorld(maker: WorldMaker, { idSeed, seed, ...settings }: WorldOptions): Promise<World> {
  const asked = { ...settings, ...(idSeed !== undefined && { seed: idSeed }) };
  return keepWorld(maker, seed, (webhookEndpoint) =>
    orThrow(maker.client.POST('/sandbox/worlds', { body: { ...asked, webhookEndpoint } })),
  );
}

/** Creates a copy of the platform of this client. */
export function forkPlatform(maker: WorldMaker, options: ForkOptions): Promise<World> {
  return keepWorld(maker, undefined, (webhookEndpoint) =>
    orThrow(maker.client.POST('/sandbox/fork', { body: { ...options, webhookEndpoint } })),
  );
}

/** Creates a copy of a world; only the platform that created the world may request it. */
function forkWorld(maker: WorldMaker, worldId: Made['id'], options: ForkOptions): Promise<World> {
  return keepWorld(maker, undefined, (webhookEndpoint) =>
    orThrow(
      maker.client.POST('/sandbox/worlds/{worldId}/fork', {
        params: { path: { worldId } },
        body: { ...options, webhookEndpoint },
      }),
    ),
  );
}

/** Creates a world with an endpoint here. If a step fails, it deletes what it has created. */
async function keepWorld(
  maker: WorldMaker,
  seed: Seed | undefined,
  make: (webhookEndpoint: string) => Promise<Made>,
): Promise<World> {
  await using made = new AsyncDisposableStack();
  const endpoint = made.adopt(maker.receiver.open(), (opened) => opened.close());
  const { id, token, webhookPublicKey } = await make(endpoint.inbox.url);
  made.defer(async () => {
    await orThrow(maker.client.DELETE('/sandbox/worlds/{worldId}', { params: { path: { worldId: id } } }));
  });
  const access = {
    baseUrl: maker.baseUrl,
    tokenId: token.clientId,
    tokenSecret: token.clientSecret,
    webhookPublicKey,
  };
  const fork = (options: ForkOptions = {}): Promise<World> => forkWorld(maker, id, options);
  const world = await worldOn(access, { endpoint, seed, fork, stop: () => kept.disposeAsync() });
  const kept = made.move();
  return world;
}
