import type { IncomingHttpHeaders } from 'node:http';
import { openReceiver, type Reply } from './receiver.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks that stores what it was sent. */
export interface WebhookInbox {
  readonly url: string;
  readonly received: Received[];
  /** Chooses each reply; 200 with an empty body by default. */
  answer: (request: Received) => Reply;
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
    types: () => received.map(({ body }) => JSON.parse(body).type),
    close,
  };
  return inbox;
}
