import type { FastifyInstance } from 'fastify';
import type { Shortage } from '../ground/database/database.ts';
import { secondsToWait } from './unavailable.ts';

/**
 * For whoever runs the server. `/healthz`: the process lives; a restart would not help while this answers 200.
 * `/readyz`: requests can be served; while it answers 503, send them to another process if there is one.
 */
export function routeHealth(server: FastifyInstance, store: { readonly shortage: () => Shortage | undefined }): void {
  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/readyz', (_request, reply) => {
    const shortage = store.shortage();
    if (shortage === undefined) return reply.send({ status: 'ready' });
    return reply
      .code(503)
      .header('retry-after', String(secondsToWait[shortage]))
      .send({ status: 'unavailable', store: shortage });
  });
}
