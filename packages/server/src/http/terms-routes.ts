import type { FastifyInstance } from 'fastify';
import { noticePage, securityPolicy, textPage } from '../engines/hosted-pages/hosted-page-html.ts';
import { findTerms } from '../people/customers/end-user-terms.ts';

/** The texts of the end user terms: no credentials, beside the interface. */
export function routeTerms(server: FastifyInstance): void {
  server.get('/terms/:version', async (request, reply) => {
    const { version } = request.params as { readonly version: string };
    const terms = findTerms(version);
    return reply
      .code(terms === undefined ? 404 : 200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', securityPolicy(false))
      .header('x-content-type-options', 'nosniff')
      .send(
        terms === undefined
          ? noticePage('No such terms', 'There is no such version of the end user terms.')
          : textPage(terms.title, terms.paragraphs),
      );
  });
}
