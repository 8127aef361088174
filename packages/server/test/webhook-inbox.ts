import { Buffer } from 'node:buffer';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real receiver of webhooks on loopback that keeps what it was sent. */
export interface WebhookInbox {
  readonly url: string;
  readonly received: Received[];
  /** Answers by what is put here; 200 with an empty body by default. */
  answer: (request: Received) => {
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  };
  types(): string[];
  close(): Promise<void>;
}

export async function openInbox(): Promise<WebhookInbox> {
  const received: Received[] = [];
  const inbox: Omit<WebhookInbox, 'url'> & { url: string } = {
    url: '',
    received,
    answer: () => ({ status: 200 }),
    types: () => received.map(({ body }) => JSON.parse(body).type),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      const { status, headers = {}, body = '' } = inbox.answer(one);
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the inbox does not listen');
  inbox.url = `http://127.0.0.1:${address.port}/webhooks`;
  return inbox;
}
