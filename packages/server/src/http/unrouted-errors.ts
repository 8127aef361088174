import { operationTable } from '@payments-platform/types';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { DatabaseUnavailable } from '../database/database.ts';
import { errorReply } from './error-reply.ts';
import { type Refusal, refuse } from './operation.ts';
import { largestBodyBytes } from './request-body.ts';
import { secondsToWait, unavailable } from './unavailable.ts';

interface Options {
  readonly basePath: string;
  readonly onBug: (error: unknown) => void;
}

/** Requests that reach no operation, and bugs, are answered in the same envelope as every refusal. */
export function useErrorReplies(server: FastifyInstance, { basePath, onBug }: Options): void {
  const routes = pathPatterns(basePath);
  const formPaths = pathsOfForms(basePath);
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) {
      return answer(
        reply,
        refuse(
          'NOT_FOUND',
          `Nothing is served at ${path}. Paths start with ${basePath}; the documentation lists them.`,
        ),
      );
    }
    reply.header('allow', methods.join(', '));
    return answer(reply, refuse('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}, not ${request.method}.`));
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error, formPaths.has(request.routeOptions.url ?? ''));
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

/** Every method of these paths that takes a body takes a form. */
function pathsOfForms(basePath: string): ReadonlySet<string> {
  const rows = Object.values(operationTable).filter(({ formMaxBytes }) => formMaxBytes !== null);
  return new Set(rows.map(({ path }) => `${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
}

export const notAForm = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'Send the body as multipart/form-data, with the file as a part.',
);

/** What Fastify itself refuses, by its own error codes. */
function refusalOf(error: FastifyError, takesForm: boolean): Refusal | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse('REQUEST_TOO_LARGE', `A request body has at most ${largestBodyBytes} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return takesForm ? notAForm : refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse('INVALID_REQUEST_FORMAT', 'The body is not valid JSON.');
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? refuse('INVALID_REQUEST_FORMAT', 'The request could not be read. Check its path, headers and body.')
        : undefined;
  }
}
