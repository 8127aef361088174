import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Delivery, Forwarded } from './forward.ts';

export interface LocalEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers of the connection, which are not forwarded. */
const ofConnection = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'accept-encoding',
]);

function kept(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.has(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  );
}

function described(body: string): { readonly id: string; readonly type: string } {
  try {
    const { id, webhookId, type } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    return { id: String(id ?? webhookId ?? '?'), type: String(type ?? '?') };
  } catch {
    return { id: '?', type: '?' };
  }
}

/** Accepts deliveries of the platform and responds with the result of forwarding. */
export async function openLocalEndpoint(take: (delivery: Delivery) => Promise<Forwarded>): Promise<LocalEndpoint> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const came = await take({ ...described(body), body, headers: kept(request.headers) });
    const isAnswered = 'statusCode' in came;
    response.writeHead(isAnswered ? came.statusCode : 502, { 'content-type': 'text/plain' });
    response.end(isAnswered ? came.body : `The local address did not respond: ${came.error}`);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        server.closeAllConnections();
      }),
  };
}
