import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import type { ServerDeps } from '../operation/deps.ts';
import { MissingAdapter } from '../operation/ports/missing-adapter.ts';
import type { ProviderAnswer, ProviderCall, ProviderRoute } from '../operation/provider-route.ts';
import type { Entrance } from './entrance.ts';
import { callerAddress } from './trusted-proxies.ts';
import { secondsToWait } from './unavailable.ts';
import { ShareExhausted } from './unit-shares.ts';

export interface ProviderRouteOptions {
  readonly deps: ServerDeps;
  readonly entrance: Entrance;
  readonly providerRoutes: readonly ProviderRoute[];
  readonly afterCommit: () => void;
  readonly onBug: (error: unknown, requestId?: string) => void;
}

const largestMessageBytes = 64 * 1024;

/**
 * The routes that other UMA providers call, with JSON in the protocol's form. Messages are signed, without credentials.
 */
export function routeProviders(server: FastifyInstance, options: ProviderRouteOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: largestMessageBytes },
      async (_request: unknown, body: string | Buffer) => String(body),
    );
    scope.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return send(reply, unreadable);
      // Without the operator's configuration a route is not served, and the answer reveals nothing more.
      if (error instanceof MissingAdapter) return send(reply, notServed);
      if (!(error instanceof ShareExhausted)) options.onBug(error, request.id);
      if (!(error instanceof DatabaseUnavailable)) return send(reply, broken);
      return send(reply.header('retry-after', String(secondsToWait[error.shortage])), { ...broken, status: 503 });
    });
    for (const { method, path, handle } of options.providerRoutes) {
      scope.route({
        method,
        url: path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const call = callOf(request, options.deps);
          if (call.name.includes('\0') || call.key.includes('\0')) return send(reply, unreadable);
          const answer = await handle(options.entrance.depsOf(request, options.deps), call);
          options.afterCommit();
          return send(reply, answer);
        },
      });
    }
  });
}

function callOf(request: FastifyRequest, { settings }: ServerDeps): ProviderCall {
  const { name = '', key = '' } = request.params as Readonly<Record<string, string | undefined>>;
  const at = request.url.indexOf('?');
  return {
    address: callerAddress(request.ip, request.headers['x-forwarded-for'], settings.trustedProxies),
    host: request.hostname.toLowerCase(),
    name,
    key,
    search: at < 0 ? '' : request.url.slice(at),
    body: typeof request.body === 'string' ? request.body : '',
  };
}

function failure(status: number, code: string, reason: string): ProviderAnswer {
  return { status, body: JSON.stringify({ status: 'ERROR', reason, code }) };
}

const unreadable = failure(
  400,
  'INVALID_REQUEST_FORMAT',
  'The message cannot be read. Send JSON of at most 64 KB, to an address without zero bytes.',
);
const notServed = failure(404, 'USER_NOT_FOUND', 'There is no receiver at this address.');
const broken = failure(500, 'INTERNAL_ERROR', 'Something went wrong here. Try again in a moment.');

function send(reply: FastifyReply, { status, body }: ProviderAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(body);
}
