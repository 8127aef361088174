import type { FastifyInstance } from 'fastify';
import { linksPage, securityPolicy } from '../engines/hosted-pages/hosted-page-html.ts';

/** `GET /`: where things are, as a page for a browser and as JSON for everything else. */
export function routeEntry(server: FastifyInstance, basePath: string): void {
  const page = linksPage('Payments platform', `The interface is served under ${basePath}.`, [
    { href: '/docs/', label: 'Documentation' },
    { href: '/docs/reference.html', label: 'API reference' },
    { href: '/healthz', label: 'Health' },
  ]);
  const places = { basePath, docs: '/docs/', health: '/healthz' };
  server.get('/', (request, reply) => {
    reply.header('vary', 'accept').header('x-content-type-options', 'nosniff');
    if (request.headers.accept?.includes('text/html') !== true) return reply.send(places);
    return reply.header('content-security-policy', securityPolicy(null)).type('text/html; charset=utf-8').send(page);
  });
}
