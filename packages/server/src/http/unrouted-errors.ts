import { operationTable } from '@payments-platform/types';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { errorReply } from './error-reply.ts';
import { largestBodyBytes, UnreadableBody } from './request-body.ts';
import { secondsToWait, unavailable } from './unavailable.ts';

interface Options {
  readonly basePath: string;
  readonly onBug: (error: unknown) => void;
}

/** Requests that reach no operation, and bugs, are answered in the same envelope as every refusal. */
export function useErrorReplies(server: FastifyInstance, { basePath, onBug }: Options): void {
  const routes = pathPatterns(basePath);
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) {
      return answer(
        reply,
        refuse(
          'NOT_FOUND',
          `Nothing is served at this path. Paths start with ${basePath}; the documentation lists them.`,
        ),
      );
    }
    reply.header('allow', methods.join(', '));
    return answer(reply, refuse('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`));
  });
  server.setErrorHandler((error: FastifyError, _request, reply) => {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return answer(reply, refusal);
    onBug(error);
    if (error instanceof DatabaseUnavailable) {
      reply.header('retry-after', String(secondsToWait[error.shortage]));
      return answer(reply, unavailable(error));
    }
    return answer(
      reply,
      refuse(
        'INTERNAL_ERROR',
        'Something went wrong on our side. Retry with the same Idempotency-Key; if it stays, tell support when it happened.',
      ),
    );
  });
}

function answer(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = errorReply(refusal);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

function pathPatterns(basePath: string): { readonly method: string; readonly pattern: RegExp }[] {
  return Object.values(operationTable).map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
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
