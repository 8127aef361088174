import type { IncomingHttpHeaders } from 'node:http';
import { afterEach } from 'vitest';
import type { Caller } from './caller.ts';
import { openReceiver, type Reply } from './receiver.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The body of a webhook. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: events carry resources of every shape
  readonly data: any;
}

/** A receiver of webhooks that stores every request. */
export interface WebhookInbox {
  readonly url: string;
  readonly received: Received[];
  /** Chooses each reply; the default is 200 with an empty body. */
  answer: (request: Received) => Reply;
  events(): SentEvent[];
  types(): string[];
  close(): Promise<void>;
}

export async function openInbox(): Promise<WebhookInbox> {
  const received: Received[] = [];
  const { origin, close } = await openReceiver(({ headers, bytes }) => {
    const one = { headers, body: bytes.toString('utf8') };
    received.push(one);
    return inbox.answer(one);
  });
  const inbox: WebhookInbox = {
    url: `${origin}/webhooks`,
    received,
    answer: () => ({ status: 200 }),
    events: () => received.map(({ body }) => JSON.parse(body) as SentEvent),
    types: () => inbox.events().map(({ type }) => type),
    close,
  };
  return inbox;
}

/**
 * Call it once in a test file. It returns a function that gives a platform an inbox, which is closed after the test.
 */
export function inboxes(): (caller: Caller) => Promise<WebhookInbox> {
  const open: WebhookInbox[] = [];
  afterEach(async () => {
    for (const inbox of open.splice(0)) await inbox.close();
  });
  return async (caller) => {
    const inbox = await openInbox();
    open.push(inbox);
    await caller.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    return inbox;
  };
}
