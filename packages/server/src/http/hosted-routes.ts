import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HostedPageRow } from '../engines/hosted-pages/hosted-page.ts';
import { choicePage, framedPolicy, noticePage, securityPolicy } from '../engines/hosted-pages/hosted-page-html.ts';
import { findHostedPage, useHostedPage } from '../engines/hosted-pages/hosted-pages-repository.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { hashSecret } from '../ground/sealing/hash-secret.ts';
import type { Deps, ServerDeps } from '../operation/deps.ts';
import type { HostedPurpose, HostedPurposes } from '../operation/hosted-purpose.ts';
import type { PageRoute } from '../operation/shown-page.ts';
import type { Entrance } from './entrance.ts';
import { callerAddress } from './trusted-proxies.ts';
import { secondsToWait } from './unavailable.ts';
import { ShareExhausted } from './unit-shares.ts';

export interface HostedPageOptions {
  readonly deps: ServerDeps;
  readonly entrance: Entrance;
  readonly purposes: HostedPurposes;
  readonly afterCommit: () => void;
  readonly onBug: (error: unknown, requestId?: string) => void;
}

interface Page {
  readonly status: number;
  readonly html: string;
  readonly redirectUri?: string | null;
  /** The choice that used the page up. */
  readonly taken?: string | null;
}

const largestFormBytes = 1024;

const pageWithSlash = /^(\/(?:hosted|i|terms)\/[^?]*[^?/])\/(?=$|\?)/;

/** People type and paste the addresses of pages, sometimes with a slash at the end. */
export function withoutLastSlash({ url = '/' }: { readonly url?: string | undefined }): string {
  return url.replace(pageWithSlash, '$1');
}

/** The pages for customers, outside the interface: no credentials, HTML, one use. */
export function routeHostedPages(server: FastifyInstance, options: HostedPageOptions): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestFormBytes },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
    );
    useErrorPages(scope, options.onBug);
    const of = (request: FastifyRequest) => ({ ...options, deps: options.entrance.depsOf(request, options.deps) });
    scope.get<{ Params: { token: string } }>('/hosted/:token', async (request, reply) =>
      send(reply, await show(of(request), request.params.token)),
    );
    scope.post<{ Params: { token: string } }>('/hosted/:token', async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const answer = await settle(of(request), request.params.token, form.get('outcome') ?? '');
      return typeof answer === 'string' ? withHeaders(reply, null).redirect(answer, 303) : send(reply, answer);
    });
  });
}

interface ShownPageOptions extends Pick<HostedPageOptions, 'deps' | 'entrance' | 'onBug'> {
  readonly shownPages: readonly PageRoute[];
}

interface PageRequest {
  readonly Params: { readonly key: string };
  readonly Querystring: { readonly country?: string | readonly string[] };
}

/** The pages that only show something. Showing may use them up, so a HEAD request gets nothing. */
export function routeShownPages(
  server: FastifyInstance,
  { deps, entrance, shownPages, onBug }: ShownPageOptions,
): void {
  server.register(async (scope) => {
    useErrorPages(scope, onBug);
    for (const { path, mayBeFramed, show: shown } of shownPages) {
      scope.get<PageRequest>(path, { exposeHeadRoute: false }, async (request, reply) => {
        const { params, query, ip, headers } = request;
        if (isGuessed(headers)) return send(reply, loadedOnVisit);
        const country = typeof query.country === 'string' ? query.country : undefined;
        const address = callerAddress(ip, headers['x-forwarded-for'], deps.settings.trustedProxies);
        const { status, html, picturesFrom, retryAfterSeconds } = await shown(entrance.depsOf(request, deps), {
          key: params.key,
          address,
          country,
        });
        if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
        return send(reply, { status, html }, mayBeFramed ? framedPolicy : securityPolicy(false, picturesFrom));
      });
    }
  });
}

/** Whether a browser loads the page before its user opens it. It loads again later, and the page would be used up. */
function isGuessed({ 'sec-purpose': purpose, purpose: formerly }: IncomingHttpHeaders): boolean {
  return [purpose, formerly].flat().some((each) => each?.includes('prefetch'));
}

function useErrorPages(scope: FastifyInstance, onBug: HostedPageOptions['onBug']): void {
  scope.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return send(reply, unreadable);
    if (!(error instanceof ShareExhausted)) onBug(error, request.id);
    if (!(error instanceof DatabaseUnavailable)) return send(reply, broken);
    return send(reply.header('retry-after', String(secondsToWait[error.shortage])), { ...broken, status: 503 });
  });
}

function withHeaders(
  reply: FastifyReply,
  redirectUri: string | null,
  policy = securityPolicy(redirectUri !== null),
): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    // The address is the key to the page, so no other site may learn it.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
}

function send(reply: FastifyReply, { status, html, redirectUri = null }: Page, policy?: string): FastifyReply {
  return withHeaders(reply, redirectUri, policy).code(status).type('text/html; charset=utf-8').send(html);
}

const unknown: Page = {
  status: 404,
  html: noticePage(
    'This link does not work',
    'Check that the link is complete, or request a new one where you got it.',
  ),
};
const unreadable: Page = {
  status: 400,
  html: noticePage('That did not work', 'Go back and choose again, or request a new link.'),
};
const broken: Page = {
  status: 500,
  html: noticePage('Something went wrong', 'The error is on our side. Try again in a moment.'),
};
/** A browser drops this answer, and asks again when the user opens the page. */
const loadedOnVisit: Page = {
  status: 503,
  html: noticePage('This page is not loaded ahead', 'Open the link to see it.'),
};
const notServed: Page = {
  status: 503,
  html: noticePage(
    'The check is not available now',
    'Identity checks are not available. Try again later, or contact the company that sent you here.',
  ),
};

function usedUp({ status, outcome: taken, redirect_uri: redirectUri }: HostedPageRow): Page {
  return status === 'COMPLETED'
    ? {
        status: 410,
        html: noticePage('This link has been used', 'It works once. There is nothing left to do here.', redirectUri),
        redirectUri,
        taken,
      }
    : {
        status: 410,
        html: noticePage('This link has expired', 'Request a new one where you got it.', redirectUri),
        redirectUri,
      };
}

interface Opened {
  readonly deps: Deps;
  readonly page: HostedPageRow;
  readonly purpose: HostedPurpose;
}

/** The open page of a token, or the page to show instead. */
async function open({ deps, purposes }: HostedPageOptions, token: string): Promise<Opened | Page> {
  const page = await deps.database.read(async (unit) => {
    const found = await findHostedPage(unit, hashSecret(token));
    if (found !== undefined) await deps.clocks.read(unit, found.tenant);
    return found;
  });
  if (page === undefined) return unknown;
  const own = await deps.forTenant(page.tenant);
  if (page.status !== 'OPEN' || page.expires_at <= own.clock.now()) return usedUp(page);
  const purpose = purposes[page.purpose as keyof HostedPurposes];
  return purpose === undefined || !own.rules.simulatesChecks ? notServed : { deps: own, page, purpose };
}

async function show(options: HostedPageOptions, token: string): Promise<Page> {
  const opened = await open(options, token);
  if ('status' in opened) return opened;
  const { deps, page, purpose } = opened;
  const suggested = await deps.database.read((unit) =>
    purpose.suggest({ unit, tenant: page.tenant, now: deps.clock.now(), deps }, page),
  );
  return { status: 200, html: choicePage(purpose, page, suggested), redirectUri: page.redirect_uri };
}

/** A browser shows the answer to the second press of a button that was pressed twice: it leads on as the first one. */
function afterRepeat(page: Page, given: string): Page | string {
  const { taken, redirectUri } = page;
  return taken === given && typeof redirectUri === 'string' ? redirectUri : page;
}

/** Uses the page up. Returns the next page, or the address to redirect the customer to. */
async function settle(options: HostedPageOptions, token: string, given: string): Promise<Page | string> {
  const opened = await open(options, token);
  if ('status' in opened) return afterRepeat(opened, given);
  const { deps } = opened;
  const choice = opened.purpose.choices.find(({ outcome }) => outcome === given);
  if (choice === undefined) return unreadable;
  const tokenHash = hashSecret(token);
  const result = await deps.database.transaction(async (unit) => {
    const now = deps.clock.now();
    const page = await useHostedPage(unit, { tokenHash, outcome: choice.outcome, now });
    if (page === undefined) return undefined;
    return opened.purpose.settle({ unit, tenant: page.tenant, now, deps }, page, choice.outcome);
  });
  if (result === undefined) {
    const later = await open(options, token);
    return 'status' in later ? afterRepeat(later, given) : unreadable;
  }
  options.afterCommit();
  const { redirect_uri: redirectUri } = opened.page;
  if (result === 'MOOT') {
    const html = noticePage('This is no longer needed', 'There is nothing left to do here.', redirectUri);
    return { status: 200, html, redirectUri };
  }
  if (redirectUri !== null) return redirectUri;
  return { status: 200, html: noticePage('Done', 'You can close this page.') };
}
