import { Buffer } from 'node:buffer';
import type { ErrorCode } from '@payments-platform/types';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { answerBeforeRest } from './discard-rest.ts';
import { errorBody } from './error-reply.ts';
import { largestBodyBytes, UnreadableBody } from './request-body.ts';
import { secondsToWait, unavailable } from './unavailable.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether nobody is told that anything is served there. */
    isHidden?: boolean;
  }
}

interface Options {
  readonly basePath: string;
  readonly onBug: (error: unknown, requestId?: string) => void;
}

/** Requests that reach no operation, and bugs, are answered in the same envelope as every refusal. */
export function useErrorReplies(server: FastifyInstance, { basePath, onBug }: Options): void {
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isHidden === true) return;
    routes.push(...[method].flat().map((each) => ({ method: each, pattern: patternOf(url) })));
  });
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    // A route that takes the method has looked, and found nothing.
    if (methods.length === 0 || methods.includes(request.method))
      return answerRefusal(request, reply, refusePath(basePath));
    return answerRefusal(request, reply.header('allow', methods.join(', ')), refuseMethod(methods));
  };
  // What is wrong with the body does not matter where nobody reads it.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnrouted(request, reply);
    else done();
  });
  server.setNotFoundHandler(answerUnrouted);
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return answerRefusal(request, reply, refusal);
    onBug(error, request.id);
    if (error instanceof DatabaseUnavailable) {
      reply.header('retry-after', String(secondsToWait[error.shortage]));
      return answerRefusal(request, reply, unavailable(error));
    }
    return answerRefusal(
      request,
      reply,
      refuse(
        'INTERNAL_ERROR',
        'Something went wrong on our side. Retry with the same Idempotency-Key; if it stays, tell support the requestId.',
      ),
    );
  });
}

function refuseMethod(methods: readonly string[]): Refusal {
  return refuse('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`);
}

function refusePath(basePath: string): Refusal {
  const reason = `Nothing is served at this path. Paths start with ${basePath}; the documentation lists them.`;
  return refuse('NOT_FOUND', reason);
}

/** The one place where a refusal is sent, with the id of its request, and noted as what came of it. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = errorBody(refusal, request.id);
  const { observation } = request;
  // The mock answers in the same words and observes nothing.
  if (observation) {
    observation.code = refusal.code;
    observation.answer = body;
  }
  const text = JSON.stringify(body);
  reply.code(body.status).header('content-type', 'application/json; charset=utf-8');
  if (!(stopsReading.has(refusal.code) || request.is404) || !isStillSent(request)) return reply.send(text);
  // What is still sent is no part of how long the answer took.
  if (observation) observation.isOver = true;
  const length = Buffer.byteLength(text);
  return reply.headers({ connection: 'close', 'content-length': length }).send(answerBeforeRest(text, request));
}

/** Refusals of a body, which are known before all of it is there. */
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

/** What Fastify itself refuses, by its own error codes. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (error instanceof UnreadableBody) return error.refusal;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('REQUEST_TOO_LARGE', `A request body has at most ${largestBodyBytes} bytes.`);
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
