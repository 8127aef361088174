import type { FastifyInstance } from 'fastify';
import { endHeldResponsesOnClose } from './discard-rest.ts';
import type { OpenStreams } from './open-streams.ts';

/** Of the ten seconds that a stop may take. The rest is for closing the store. */
const longestWaitMs = 7_000;

/** Lets the server close although streams are open, or callers do not send their requests or read their responses. */
export function closeInTime(server: FastifyInstance, streams: OpenStreams): void {
  let timer: NodeJS.Timeout | undefined;
  // Before the server waits for open requests, since streams would never end.
  server.addHook('preClose', async () => {
    streams.close();
    timer = setTimeout(() => server.server.closeAllConnections(), longestWaitMs);
  });
  endHeldResponsesOnClose(server);
  server.addHook('onClose', async () => clearTimeout(timer));
}
