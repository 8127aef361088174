import { Buffer } from 'node:buffer';
import type { ErrorCode } from '@payments-platform/types';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { respondBeforeBodyEnds } from './discard-rest.ts';
import { errorBody } from './error-reply.ts';
import { isOutsideInterface, personPage, personPageHeaders } from './person-page.ts';
import { largestBodyBytes, UnreadableBody } from './request-body.ts';
import { secondsToWait, unavailable } from './unavailable.ts';
import { ShareExhausted } from './unit-shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers hide that this route exists. */
    isHidden?: boolean;
  }
}

interface Options {
  readonly basePath: string;
  readonly onBug: (error: unknown, requestId?: string) => void;
}

/** Answers requests that reach no operation, and bugs, in the same envelope as every refusal. */
export function useErrorReplies(server: FastifyInstance, { basePath, onBug }: Options): void {
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isHidden === true) return;
    routes.push(...[method].flat().map((each) => ({ method: each, pattern: patternOf(url) })));
  });
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    // A route takes this method, but found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return answerRefusal(request, reply, endsInSlash(request) ? refuseLastSlash() : refusePath(basePath));
    return answerRefusal(request, reply.header('allow', methods.join(', ')), refuseMethod(methods));
  };
  // The router takes the end of `/customers/` for an empty id, which nobody wrote.
  const isBelow = `${basePath}/`;
  const endsInSlash = ({ url }: FastifyRequest): boolean => {
    const path = url.split('?', 1)[0] ?? '';
    return path.length > isBelow.length && path.startsWith(isBelow) && path.endsWith('/');
  };
  // Answers before the body is read, so that an invalid body does not matter.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnrouted(request, reply);
    else if (endsInSlash(request)) answerRefusal(request, reply, refuseLastSlash());
    else done();
  });
  server.setNotFoundHandler(answerUnrouted);
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return answerRefusal(request, reply, refusal);
    // A platform that sends too much must not make the server look unavailable to all.
    if (!(error instanceof ShareExhausted)) onBug(error, request.id);
    if (error instanceof DatabaseUnavailable) {
      reply.header('retry-after', String(secondsToWait[error.shortage]));
      return answerRefusal(request, reply, unavailable(error));
    }
    return answerRefusal(
      request,
      reply,
      refuse(
        'INTERNAL_ERROR',
        'Something went wrong on our side. Retry with the same Idempotency-Key. If it fails again, send the requestId to support.',
      ),
    );
  });
}

function refuseMethod(methods: readonly string[]): Refusal {
  return refuse('METHOD_NOT_ALLOWED', `This path does not have this method. Use ${methods.join(', ')}.`);
}

function refuseLastSlash(): Refusal {
  return refuse('NOT_FOUND', 'Nothing is served at a path that ends with a slash. Leave out the last slash.');
}

function refusePath(basePath: string): Refusal {
  const reason = `Nothing is served at this path. Paths start with ${basePath}; the documentation lists them.`;
  return refuse('NOT_FOUND', reason);
}

/**
 * The only place that sends a refusal, with the id of its request. It records the refusal as the outcome. A browser
 * outside the interface gets a page.
 */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = errorBody(refusal, request.id);
  const { observation } = request;
  // The mock uses the same texts, but observes nothing.
  if (observation) {
    observation.code = refusal.code;
    observation.answer = body;
  }
  const page = personPage(request.raw);
  const text = page ?? JSON.stringify(body);
  reply
    .code(body.status)
    .headers(page === undefined ? { 'content-type': 'application/json; charset=utf-8' } : personPageHeaders);
  if (isOutsideInterface(request.raw)) reply.header('vary', 'accept');
  if (!(stopsReading.has(refusal.code) || request.is404) || !isStillSent(request)) return reply.send(text);
  // The time in which the rest of the body arrives does not count as response time.
  if (observation) observation.isOver = true;
  const length = Buffer.byteLength(text);
  return reply.headers({ connection: 'close', 'content-length': length }).send(respondBeforeBodyEnds(text, request));
}

/** Refusals that are known before the whole body has arrived. */
const stopsReading: ReadonlySet<ErrorCode> = new Set(['REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);

function isStillSent({ raw, headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return (length !== '0' || encoding !== undefined) && raw.complete === false && !raw.destroyed;
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
}

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.$]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** The refusals of Fastify itself, by its error codes. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof UnreadableBody) return error.refusal;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('REQUEST_TOO_LARGE', `The limit of a request body is ${largestBodyBytes} bytes. Send less.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('UNSUPPORTED_MEDIA_TYPE', 'The header Content-Type is not a media type, such as application/json.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse('INVALID_REQUEST_FORMAT', 'The body is not valid JSON.');
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? refuse('INVALID_REQUEST_FORMAT', 'The request could not be read. Check its path, headers and body.')
        : undefined;
  }
}
