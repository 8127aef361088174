import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { isPublished } from './is-published.ts';

/** Where `pnpm run docs` writes the pages. The published package has none, and this path would lead out of it. */
const builtSite = isPublished ? null : fileURLToPath(new URL('../../../../docs/site', import.meta.url));

const notBuilt =
  '<!doctype html><title>Documentation</title><p>The pages are not built. Run <code>pnpm run docs</code> and reload.</p>';

const emptyStyle = createHash('sha256').update('').digest('base64');

/**
 * A page loads only its own files, and no other site frames it. The reference adds rules to style elements that are
 * empty in the page, so the hash of the empty one is allowed.
 */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${emptyStyle}'`,
    "img-src 'self' data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** Serves the documentation under /docs, from files of this machine only. Returns whether there are pages. */
export async function serveDocs(http: FastifyInstance, site: string | null = builtSite): Promise<boolean> {
  if (site === null) return false;
  const isBuilt = existsSync(site);
  await http.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      // An unknown page has its own policy, since its style is inside it.
      if (!reply.hasHeader('content-security-policy')) reply.headers(headers);
    });
    if (!isBuilt) {
      for (const path of ['/docs', '/docs/'])
        scope.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(notBuilt));
      return;
    }
    scope.get('/docs', (_request, reply) => reply.redirect('docs/'));
    const { default: fastifyStatic } = await import('@fastify/static');
    // The build keeps what it was built from in a file whose name begins with a dot.
    const files = {
      root: site,
      prefix: '/docs/',
      index: 'index.html',
      dotfiles: 'ignore',
      decorateReply: false,
    } as const;
    await scope.register(fastifyStatic, files);
  });
  return isBuilt;
}
