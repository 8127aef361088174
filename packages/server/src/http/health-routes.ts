import type { FastifyInstance } from 'fastify';
import type { Shortage } from '../ground/database/database.ts';
import { secondsToWait } from './unavailable.ts';

/** One condition for serving requests. */
export interface HealthCheck {
  readonly status: 'ok' | 'failed';
  /** What is wrong and what to do, if the check fails. */
  readonly problem?: string;
}

export interface Health {
  /** What is wrong with the store now, as far as requests have noticed. */
  readonly shortage: () => Shortage | undefined;
  /** Every check by its name. Resolves within a bounded time, even if something hangs. */
  readonly checks: () => Promise<Readonly<Record<string, HealthCheck>>>;
}

const secondsToWaitOtherwise = 2;

/**
 * For the operator. `/healthz`: the process lives; while this answers 200, a restart would not help. `/readyz`:
 * requests can be served; while it answers 503, send them to another process if there is one.
 */
export function routeHealth(server: FastifyInstance, { shortage, checks }: Health): void {
  server.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const made = await checks();
    const store = shortage();
    reply.header('cache-control', 'no-store');
    if (store === undefined && Object.values(made).every(({ status }) => status === 'ok'))
      return reply.send({ status: 'ready', checks: made });
    return reply
      .code(503)
      .header('retry-after', String(store === undefined ? secondsToWaitOtherwise : secondsToWait[store]))
      .send({ status: 'unavailable', ...(store !== undefined && { store }), checks: made });
  });
}
