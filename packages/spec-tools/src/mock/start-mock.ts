import { randomUUID } from 'node:crypto';
import { createLogger } from '@stoplight/prism-core';
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
} from '@stoplight/prism-http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { FieldError } from '../../../server/src/ground/specification/field-error.ts';
import { type RequestParts, validators } from '../../../server/src/ground/specification/specification-validators.ts';
import { errorReply } from '../../../server/src/http/error-reply.ts';
import { keyErrors } from '../../../server/src/http/idempotency.ts';
import { requestIdHeader } from '../../../server/src/http/observe-requests.ts';
import {
  ignoreTypeOfMissingBody,
  largestBodyBytes,
  readBodies,
  refuseUnusable,
} from '../../../server/src/http/request-body.ts';
import { useErrorReplies } from '../../../server/src/http/unrouted-errors.ts';
import { type Refusal, refuse, refuseFields } from '../../../server/src/operation/operation.ts';
import { type OperationId, operationTable } from '../../../types/src/index.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Specification } from '../../../types/src/specification.ts';

export interface Mock {
  readonly baseUrl: string;
  close(): Promise<void>;
}

function basePathOf(specification: Specification): string {
  const url = specification.servers?.[0]?.url;
  return url === undefined ? '' : new URL(url).pathname.replace(/\/$/, '');
}

/**
 * Prism prefers the first example of a schema to the examples of the operation, unless the media object has a member
 * `example` with any value.
 */
function withExamplesOfOperations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExamplesOfOperations);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withExamplesOfOperations(value)]));
  const isMediaObject = 'schema' in copy && 'examples' in copy && !Array.isArray(copy['examples']);
  return isMediaObject ? { ...copy, example: undefined } : copy;
}

// The lint already checks that examples match their schemas; compiling the schemas here would take seconds.
const config: IHttpConfig = {
  isProxy: false,
  mock: { dynamic: false },
  validateRequest: true,
  validateResponse: false,
  checkSecurity: true,
  errors: false,
  upstreamProxy: undefined,
};

/** The preferences of a caller: `Prefer: code=404`, `Prefer: example=business`, `Prefer: dynamic=true` (RFC 7240). */
function wishOf(prefer: string): IHttpConfig['mock'] {
  const preferences = new Map(
    prefer.split(/[,;]/).map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]?.trim()]),
  );
  const [code, exampleKey] = [preferences.get('code'), preferences.get('example')];
  return {
    dynamic: preferences.get('dynamic') === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(exampleKey !== undefined && { exampleKey }),
  };
}

type Prism = ReturnType<typeof createInstance>;

interface Parts {
  readonly prism: Prism;
  readonly operations: Parameters<Prism['request']>[1];
  readonly basePath: string;
}

/** Prism's form of the specification takes seconds to create, so all mocks of a process share it. */
let prepared: Promise<Parts['operations']> | undefined;

/** Runs the mock in this process. It uses the examples of the specification and keeps no state between requests. */
export async function startMock(port: number): Promise<Mock> {
  const specification = loadSpecification();
  const basePath = basePathOf(specification);
  prepared ??= getHttpOperationsFromSpec(withExamplesOfOperations(specification) as object);
  const operations = await prepared;
  const prism = createInstance(config, { logger: createLogger('MOCK', { level: 'silent' }) });
  const server = fastify({
    bodyLimit: largestBodyBytes,
    forceCloseConnections: true,
    genReqId: () => `ApiRequest:${randomUUID()}`,
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header(requestIdHeader, request.id);
    done(null, payload);
  });
  useErrorReplies(server, { basePath, onBug: (error) => process.stderr.write(`${String(error)}\n`) });
  for (const kind of ['FORM', 'JSON', 'NONE'] as const) {
    server.register(async (scope) => {
      readBodies(scope, kind);
      if (kind === 'FORM') readForms(scope);
      for (const id of Object.keys(operationTable) as OperationId[])
        if (operationTable[id].body === kind) route(scope, { prism, operations, basePath }, id);
    });
  }
  return { baseUrl: `${await listen(server, port)}${basePath}`, close: () => server.close() };
}

/** Prism takes a form as text. */
function readForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, text, done) => done(null, text));
}

async function listen(server: FastifyInstance, port: number): Promise<string> {
  try {
    return await server.listen({ port, host: '127.0.0.1' });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`Port ${port} is in use. Choose another one with --port.`) : error;
  }
}

function route(server: FastifyInstance, parts: Parts, id: OperationId): void {
  const { method, path, body, security } = operationTable[id];
  server.route({
    method: method.toUpperCase(),
    url: `${parts.basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: async (request, reply) => {
      ignoreTypeOfMissingBody(request, body);
      // Without credentials nothing else is checked, as in the sandbox.
      if (security.length > 0 && (request.headers.authorization ?? '') === '')
        return refusing(request, reply, withoutCredentials);
    },
    handler: (request, reply) => answer(parts, id, request, reply),
  });
}

async function answer(
  parts: Parts,
  id: OperationId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = refuseRequest(id, request);
  if (refusal !== undefined) return refusing(request, reply, refusal);
  const path = (request.url.split('?', 1)[0] ?? '').slice(parts.basePath.length);
  const { prefer = '', ...headers } = request.headers;
  // An operation without a body ignores one, as in the sandbox; Prism would refuse it by these headers.
  if (request.body === undefined) for (const name of headersOfBody) delete headers[name];
  const query = request.query as Record<string, string>;
  // Prism knows nothing of HEAD, which is asked in the place of GET.
  const method = operationTable[id].method.toLowerCase();
  const input = { method, url: { path, query }, headers, body: request.body ?? null } as IHttpRequest;
  const outcome = await parts.prism.request(input, parts.operations, { ...config, mock: wishOf(String(prefer)) })();
  if (outcome._tag === 'Left') return refusing(request, reply, refusalOf(outcome.left));
  const { output, validations } = outcome.right;
  const broken = validations.input;
  // Credentials are checked first: a caller without them gets the example of the 401.
  if (output.statusCode >= 400 && broken.length > 0 && broken.every(({ code }) => code !== 401))
    return refusing(
      request,
      reply,
      refuseFields(broken.map(({ path: place, message }) => fieldOf(place ?? [], message))),
    );
  return sending(reply, output);
}

const headersOfBody = ['content-type', 'content-length', 'transfer-encoding'];

/** Checks the form of a request like the sandbox. Forms with files are left to Prism. */
function refuseRequest(id: OperationId, { params, query, body, headers }: FastifyRequest): Refusal | undefined {
  if (operationTable[id].body === 'FORM') return undefined;
  const unusable = refuseUnusable(params) ?? refuseUnusable(query) ?? refuseUnusable(body);
  if (unusable !== undefined) return unusable;
  const validator = validators(id);
  const errors = validator.request({
    path: params as RequestParts['path'],
    // The validator converts values in place, but Prism needs the original text.
    query: { ...(query as RequestParts['query']) },
    body,
  });
  errors.push(...keyErrors(operationTable[id], headers));
  if (validator.requiresBody && body === undefined) errors.push({ field: 'body', message: 'Send a JSON body.' });
  return errors.length === 0 ? undefined : refuseFields(errors);
}

const withoutCredentials = refuse('UNAUTHORIZED', 'Send HTTP Basic with any token id and token secret.');

/** Removes Prism's prefix, which names the part of the request: path, query, header or body. */
function fieldOf(place: readonly (string | number)[], message: string): FieldError {
  const [part, ...steps] = place.map(String);
  return { field: (part === 'body' ? steps : place).join('.') || 'body', message: `This value ${message}.` };
}

/** Converts an error of Prism to a refusal, by its status. */
function refusalOf(error: Error): Refusal {
  const status = 'status' in error ? error.status : 500;
  const detail = 'detail' in error && error.detail !== '' ? String(error.detail) : error.message;
  if (status === 401) return withoutCredentials;
  if (status === 404) return refuse('NOT_FOUND', `The mock has no such response: ${detail}`);
  return refuse('INTERNAL_ERROR', `The mock cannot create a response: ${detail}`);
}

function refusing(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = errorReply(refusal, request.id);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function sending(reply: FastifyReply, { statusCode, headers = {}, body }: IHttpResponse): FastifyReply {
  reply.code(statusCode).headers(headers);
  if (body === undefined) return reply.send();
  return reply.send(typeof body === 'string' ? body : JSON.stringify(body));
}
