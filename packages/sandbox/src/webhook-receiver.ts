import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { webhookListener } from '@payments-platform/client';
import { WebhookInbox } from './webhook-inbox.ts';

/**
 * How an endpoint fails: with a status, by closing the connection (`DROP`), or by sending no response (`SILENCE`), for
 * which the platform waits ten seconds.
 */
export type EndpointFailure = number | 'DROP' | 'SILENCE';

/** An endpoint of one platform. */
export interface Endpoint {
  readonly inbox: WebhookInbox;
  /** Accepts events that this key verifies. */
  verifyWith(webhookPublicKey: string): void;
  /** Fails until the returned function is called. */
  failWith(failure: EndpointFailure): () => void;
  close(): void;
}

/** A server on loopback that receives the webhooks of any number of platforms, each at its own path. */
export interface WebhookReceiver {
  open(): Endpoint;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const endpoints = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const answer = endpoints.get(request.url ?? '') ?? fails(404);
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver of webhooks has no port.');
  let opened = 0;
  return {
    open: () => {
      opened += 1;
      const path = `/webhooks/${opened}`;
      return openEndpoint(new WebhookInbox(`http://127.0.0.1:${address.port}${path}`), {
        set: (answer) => endpoints.set(path, answer),
        close: () => endpoints.delete(path),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Place {
  set(answer: Answer): void;
  close(): void;
}

function openEndpoint(inbox: WebhookInbox, place: Place): Endpoint {
  // A platform may send before its key is known here: a copy at once does the work that was due in the original.
  const early: Parameters<Answer>[] = [];
  let usual: Answer = (...delivery) => void early.push(delivery);
  place.set(usual);
  return {
    inbox,
    verifyWith: (webhookPublicKey) => {
      usual = webhookListener(webhookPublicKey, (event) => inbox.accept(event), {
        report: (error) => inbox.refuse(error instanceof Error ? error.message : String(error)),
      });
      place.set(usual);
      for (const delivery of early.splice(0)) usual(...delivery);
    },
    failWith: (failure) => {
      place.set((request, response) => {
        inbox.refuse(`failed on purpose: ${failure}`);
        fails(failure)(request, response);
      });
      return () => place.set(usual);
    },
    close: () => place.close(),
  };
}

function fails(failure: EndpointFailure): Answer {
  return (request, response) => {
    request.resume();
    if (failure === 'DROP') request.socket.destroy();
    else if (failure !== 'SILENCE') response.writeHead(failure).end('Failed on purpose.');
  };
}
