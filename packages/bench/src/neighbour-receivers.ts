import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** The endpoints of three platforms: one takes everything, one refuses everything, one never answers. */
export interface NeighbourReceivers {
  readonly healthy: string;
  readonly refusing: string;
  readonly silent: string;
  /** Milliseconds from each event to its arrival at the healthy endpoint, since they were asked for last. */
  takeLatencies(): number[];
  /** Resolves when the healthy endpoint has this many events in all, or when it has waited long enough. */
  untilReceived(events: number): Promise<void>;
  readonly received: () => number;
  /** Deliveries of events that the healthy endpoint had taken already. */
  readonly duplicates: () => number;
  readonly refused: () => number;
  readonly unanswered: () => number;
  close(): void;
}

const longestWaitMs = 60_000;

export async function startNeighbourReceivers(): Promise<NeighbourReceivers> {
  const seen = new Set<string>();
  let latencies: number[] = [];
  let [duplicates, refused, unanswered] = [0, 0, 0];
  const servers = {
    healthy: createServer(async (request, response) => {
      const { id, type, timestamp } = JSON.parse(await text(request)) as Record<'id' | 'type' | 'timestamp', string>;
      response.end();
      if (type === 'TEST') return;
      if (seen.has(id)) duplicates += 1;
      else latencies.push(Date.now() - Date.parse(timestamp));
      seen.add(id);
    }),
    refusing: createServer((request, response) => {
      refused += 1;
      request.resume();
      request.once('end', () => response.writeHead(500).end());
    }),
    silent: createServer((request) => {
      unanswered += 1;
      request.resume();
    }),
  };
  const [healthy, refusing, silent] = await Promise.all(Object.values(servers).map(listen));
  return {
    healthy: `${healthy}/webhooks`,
    refusing: `${refusing}/webhooks`,
    silent: `${silent}/webhooks`,
    takeLatencies: () => {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    untilReceived: async (events) => {
      const givesUpAt = performance.now() + longestWaitMs;
      while (seen.size < events && performance.now() < givesUpAt)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    received: () => seen.size,
    duplicates: () => duplicates,
    refused: () => refused,
    unanswered: () => unanswered,
    close: () => {
      for (const server of Object.values(servers)) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a receiver has no port');
  return `http://127.0.0.1:${address.port}`;
}
