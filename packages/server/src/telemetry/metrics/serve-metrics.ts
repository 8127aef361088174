import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../http/is-loopback.ts';
import { onceAtATime, within } from '../bounded-wait.ts';
import type { ScrapedText } from './open-metrics.ts';

// An import would also load Node.js's HTTP client: unused megabytes.
const { createServer } = process.getBuiltinModule('node:http');

export type Scrape = () => Promise<ScrapedText | undefined>;

/** Where the metrics are served: at the server's own port for this machine only, at their own address, or nowhere. */
export type MetricsPlace = 'LOCAL' | 'OFF' | { readonly host: string; readonly port: number };

const longestQuestionMs = 1_000;

/**
 * Beside the interface, for this machine only: a request through a proxy or under another host name gets 404. The store
 * says whether they are open. While it does not answer, its last answer holds: that is when the metrics are needed.
 */
export async function routeMetrics(
  server: FastifyInstance,
  askWhetherOpen: () => Promise<boolean>,
  scrape: Scrape,
): Promise<void> {
  let wasOpen = await askWhetherOpen();
  const ask = onceAtATime(async () => {
    wasOpen = await askWhetherOpen();
  });
  const isOpen = async (): Promise<boolean> => {
    await within(longestQuestionMs, ask()).catch(() => undefined);
    return wasOpen;
  };
  server.get('/metrics', { config: { isHidden: true } }, async (request, reply) => {
    const scraped = isFromHere(request.raw) && (await isOpen()) ? await scrape() : undefined;
    if (scraped === undefined) return reply.callNotFound();
    return reply.header('content-type', scraped.contentType).header('cache-control', 'no-store').send(scraped.text);
  });
}

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const { host = '', forwarded, 'x-forwarded-for': forwardedFor } = headers;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const from = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isLoopback(from) && isLoopback(name) && forwarded === undefined && forwardedFor === undefined;
}

/** A separate port that serves nothing else. */
export async function listenForScrapes(
  place: Exclude<MetricsPlace, string>,
  scrape: Scrape,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    try {
      const isAsked = /^(GET|HEAD)$/.test(request.method ?? '') && request.url?.split('?', 1)[0] === '/metrics';
      const scraped = isAsked ? await scrape() : undefined;
      if (scraped === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
      else response.writeHead(200, { 'content-type': scraped.contentType }).end(scraped.text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await listen(server, place);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${place.host}:${port}/metrics`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, { host, port }: Exclude<MetricsPlace, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
