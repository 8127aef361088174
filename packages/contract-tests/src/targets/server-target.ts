import { orThrow } from '@payments-platform/client';
import type { Json } from '@payments-platform/types/spec';
import type { Start } from '../../../server/test/each-engine.ts';
import { railsThat } from '../../../server/test/rails-that.ts';
import type { StartOptions, TestServer } from '../../../server/test/test-server.ts';
import { type Observations, observing } from '../coverage/observations.ts';
import type { InboxHost } from '../webhooks/webhook-inbox.ts';
import { connectClient, sendRaw } from './connect.ts';
import type { PlatformOptions, StatefulPlatform, StatefulTarget } from './target.ts';

export interface ServerTargetParts {
  readonly engine: string;
  readonly start: Start;
  /** The host exists when the scenarios run, not when they are declared. */
  readonly inboxHost: () => InboxHost;
  readonly observations: Observations;
}

/** The server itself over HTTP, with a clock that the scenarios move. */
export function serverTarget({ engine, start, inboxHost, observations }: ServerTargetParts): StatefulTarget {
  return {
    name: `the server on ${engine}`,
    isStateful: true,
    isSecondEngine: engine !== 'sqlite',
    newPlatform: async (options = {}) =>
      openPlatform(await start(serverOptions(options)), inboxHost(), observations, options),
  };
}

function serverOptions({ hasWebhookEndpoint: _ofClient, failing, ...options }: PlatformOptions): StartOptions {
  if (failing === undefined) return options;
  const report = { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } as const;
  return {
    ...options,
    deps: { rails: railsThat({ report, ...(failing === 'REFUNDS' && { refund: { kind: 'FAILED' } }) }) },
  };
}

async function openPlatform(
  server: TestServer,
  host: InboxHost,
  observations: Observations,
  options: PlatformOptions,
): Promise<StatefulPlatform> {
  const { baseUrl, credentials } = server;
  const send = observing(observations, baseUrl);
  const now = (): number => Date.parse(server.clock.now());
  const client = connectClient(baseUrl, credentials, send);
  const { webhookPublicKey } = await orThrow(client.GET('/config'));
  const webhooks = host.open(webhookPublicKey, now);
  if (options.hasWebhookEndpoint !== false)
    await orThrow(client.PATCH('/config', { body: { webhookEndpoint: webhooks.url } }));
  return {
    client,
    connect: ({ credentials: other = credentials }) => connectClient(baseUrl, other, send),
    send: (request) => sendRaw(baseUrl, credentials, send, request),
    webhooks,
    now,
    advance: (durationMs) => server.advance(durationMs),
    // The test that started the server closes it.
    close: async () => {
      webhooks.answerWith(() => 200);
      // Fails if an error inside the server did not show in any response.
      await server.advance(0);
      for (const { event, body } of webhooks.deliveries) {
        observations.events.add(event.type);
        observations.recorded?.event(event.type, JSON.parse(body) as Json);
      }
      if (webhooks.problems.length > 0) throw new Error(webhooks.problems.join('\n'));
    },
  };
}
