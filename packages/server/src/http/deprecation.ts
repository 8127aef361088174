import { operationTable } from '@payments-platform/types';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

interface Facts {
  readonly deprecatedAt: string;
  readonly sunsetAt: string | null;
}

/** The headers of RFC 9745 and RFC 8594 for a deprecated operation at this path. */
export function deprecationHeaders({ deprecatedAt, sunsetAt }: Facts, path: string): Readonly<Record<string, string>> {
  // Relative, because a proxy may serve the interface below a path of its own.
  const documentation = `${'../'.repeat(path.split('/').length - 2)}docs/versions.html#deprecations`;
  const link = (relation: string): string => `<${documentation}>; rel="${relation}"; type="text/html"`;
  const deprecation = { deprecation: `@${Date.parse(deprecatedAt) / 1000}`, link: link('deprecation') };
  if (sunsetAt === null) return deprecation;
  return {
    ...deprecation,
    sunset: new Date(sunsetAt).toUTCString(),
    link: [link('deprecation'), link('sunset')].join(', '),
  };
}

/**
 * Adds the headers to every response of a deprecated operation, whatever the outcome. Call it before routes are added.
 */
export function announceDeprecations(server: FastifyInstance, basePath: string): void {
  const rows: readonly { readonly method: string; readonly path: string; readonly deprecation: Facts | null }[] =
    Object.values(operationTable);
  const announced = new Map(
    rows.flatMap(({ method, path, deprecation }) => {
      const url = `${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return deprecation === null ? [] : [[`${method} ${url}`, deprecationHeaders(deprecation, url)] as const];
    }),
  );
  server.addHook('onRoute', (route) => {
    const headers = announced.get(`${String(route.method)} ${route.url}`);
    if (headers === undefined) return;
    const announce: onRequestHookHandler = async (_request, reply) => void reply.headers(headers);
    route.onRequest = [announce, ...[route.onRequest ?? []].flat()];
  });
}
