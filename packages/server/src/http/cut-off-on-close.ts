import type { FastifyInstance } from 'fastify';

/** Of the ten seconds that a stop may take. The rest is for closing the store. */
const longestWaitMs = 7_000;

/** Lets the server close although callers do not send the rest of their requests, or do not read their responses. */
export function cutOffSlowCallersOnClose(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', async () => {
    timer = setTimeout(() => server.server.closeAllConnections(), longestWaitMs);
  });
  server.addHook('onClose', async () => clearTimeout(timer));
}
