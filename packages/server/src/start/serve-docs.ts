import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where `pnpm run docs` puts the pages. */
const builtSite = fileURLToPath(new URL('../../../../docs/site', import.meta.url));

const notBuilt =
  '<!doctype html><title>Documentation</title><p>The pages are not built. Run <code>pnpm run docs</code> and reload.</p>';

/** Serves the documentation under /docs, from files of this machine only. */
export async function serveDocs(http: FastifyInstance, site: string = builtSite): Promise<void> {
  if (!existsSync(site)) {
    http.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuilt));
    return;
  }
  await http.register(fastifyStatic, { root: site, prefix: '/docs/', index: 'index.html', decorateReply: false });
  http.get('/docs', (_request, reply) => reply.redirect('/docs/'));
}
