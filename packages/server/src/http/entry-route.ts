import type { FastifyInstance } from 'fastify';
import { linksPage, securityPolicy } from '../engines/hosted-pages/hosted-page-html.ts';

/** `GET /`: links to the interface and its documentation, as a page for a browser and as JSON for all other callers. */
export function routeEntry(server: FastifyInstance, basePath: string): void {
  // Relative, since a proxy may serve all of it below a path.
  const health = { href: 'healthz', label: 'Health' };
  const pages = [
    { href: 'docs/', label: 'Documentation' },
    { href: 'docs/reference.html', label: 'API reference' },
  ];
  const page = (links: readonly (typeof health)[]): string =>
    linksPage('Payments platform', `The interface is served under ${basePath}.`, links);
  server.get('/', (request, reply) => {
    // The documentation is routed later, and only if its pages exist.
    const hasDocs = server.hasRoute({ method: 'GET', url: '/docs/*' });
    reply.header('vary', 'accept').header('x-content-type-options', 'nosniff');
    if (request.headers.accept?.includes('text/html') !== true)
      return reply.send({ basePath, ...(hasDocs && { docs: '/docs/' }), health: '/healthz' });
    const links = hasDocs ? [...pages, health] : [health];
    return reply
      .header('content-security-policy', securityPolicy(false))
      .type('text/html; charset=utf-8')
      .send(page(links));
  });
}
