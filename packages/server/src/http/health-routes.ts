import type { FastifyInstance } from 'fastify';
import type { Shortage } from '../ground/database/database.ts';
import { secondsToWait } from './unavailable.ts';

/** One condition for serving requests. */
export interface HealthCheck {
  readonly status: 'ok' | 'failed';
  /** What is wrong and what to do, if the check fails. */
  readonly problem?: string;
}

type CheckName = 'process' | 'database' | 'migrations' | 'disk' | 'files' | 'relay';
export type HealthChecks = { readonly [Name in CheckName]?: HealthCheck };

export interface Health {
  /** What is wrong with the store now, as far as requests have noticed. */
  readonly shortage: () => Shortage | undefined;
  /** Every check by its name. Resolves within a bounded time, even if something hangs. */
  readonly checks: () => Promise<HealthChecks>;
}

const secondsToWaitOtherwise = 2;

/**
 * Checks that do not decide readiness. All servers share the stored files, and payments need none: without a server
 * in rotation, an outage of the files would become an outage of payments.
 */
const shownAlone: ReadonlySet<string> = new Set<CheckName>(['files']);

/**
 * For the operator. `/healthz`: the process lives; while this answers 200, a restart would not help. `/readyz`:
 * payments can be served; while it answers 503, send requests to another process if there is one.
 */
export function routeHealth(server: FastifyInstance, { shortage, checks }: Health): void {
  server.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const made = await checks();
    const store = shortage();
    reply.header('cache-control', 'no-store');
    const isSound = Object.entries(made).every(([name, { status }]) => status === 'ok' || shownAlone.has(name));
    if (store === undefined && isSound) return reply.send({ status: 'ready', checks: made });
    return reply
      .code(503)
      .header('retry-after', String(store === undefined ? secondsToWaitOtherwise : secondsToWait[store]))
      .send({ status: 'unavailable', ...(store !== undefined && { store }), checks: made });
  });
}
