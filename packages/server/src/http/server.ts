import type { IncomingMessage } from 'node:http';
import { type OperationId, operationTable } from '@payments-platform/types';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { FieldError } from '../ground/specification/field-error.ts';
import {
  type OperationValidator,
  type RequestParts,
  validators,
} from '../ground/specification/specification-validators.ts';
import type { ServerDeps } from '../operation/deps.ts';
import type { RequestListener } from '../operation/finished-request.ts';
import type { HostedPurposes } from '../operation/hosted-purpose.ts';
import { type Caller, type FieldSurroundings, isRefusal } from '../operation/operation.ts';
import type { ProviderRoute } from '../operation/provider-route.ts';
import type { PageRoute } from '../operation/shown-page.ts';
import { type Admission, findCaller } from './admit-caller.ts';
import { checkResponse } from './check-response.ts';
import { closeInTime } from './close-in-time.ts';
import { prefersCsv, watched } from './csv-answers.ts';
import { announceDeprecations } from './deprecation.ts';
import type { Entrance } from './entrance.ts';
import { routeEntry } from './entry-route.ts';
import { routeHostedPages, routeShownPages, withoutLastSlash } from './hosted-routes.ts';
import { keyErrors, keyedRequest, readKey } from './idempotency.ts';
import { errorsOf, ignoredFields, lineOf } from './ignored-fields.ts';
import { observationOf, RequestObserver } from './observe-requests.ts';
import { OpenStreams, type StreamLimits } from './open-streams.ts';
import { routeProviders } from './provider-routes.ts';
import { discardUpload, receiveForm } from './receive-form.ts';
import { isStillOf, refuseIfReset } from './refuse-if-reset.ts';
import { refuseRequest } from './refuse-request.ts';
import { type BodyKind, ignoreTypeOfMissingBody, notAForm, readBodies, refuseUnusable } from './request-body.ts';
import {
  keyMismatch,
  type Reply,
  refusalReply,
  runExternal,
  runRead,
  runStream,
  runWrite,
  type ServedOperation,
  type ServedOperations,
} from './run-operation.ts';
import { send, sendCallerRefusal } from './send-reply.ts';
import { refuseUnconfirmed, serveKnown } from './serve-known.ts';
import { routeTerms } from './terms-routes.ts';
import { refuseUnreadable, serverOptions } from './unreadable-requests.ts';
import { useErrorReplies } from './unrouted-errors.ts';

export interface HttpOptions {
  readonly deps: ServerDeps;
  readonly operations: ServedOperations;
  readonly hostedPages: HostedPurposes;
  readonly shownPages: readonly PageRoute[];
  readonly providerRoutes: readonly ProviderRoute[];
  readonly entrance: Entrance;
  /** Path of the base URL, e.g. `/2025-10-13`. */
  readonly basePath: string;
  /** Called after a writing operation has committed: its events and its due work are stored. */
  readonly afterCommit: () => void;
  /** Called with one line that names the unknown parts of a request, if the settings check them. */
  readonly onIgnored?: (line: string) => void;
  /** Called with every bug. The caller of the operation gets no details of it. */
  readonly onBug: (error: unknown, requestId?: string) => void;
  /** Called with every request once it is over. */
  readonly requestListeners?: readonly RequestListener[];
  readonly streamLimits?: StreamLimits;
}

/** The options of all routes, and what the routes share. */
interface RouteOptions extends HttpOptions {
  readonly streams: OpenStreams;
}

interface Operation {
  readonly id: OperationId;
  readonly row: OperationRow;
  readonly served: ServedOperation;
  readonly validator: () => OperationValidator;
  readonly mismatchCode: 'CONFLICT' | 'INVALID_INPUT';
}

interface OperationRow extends Admission {
  readonly method: string;
  readonly idempotent: string;
  readonly isKeyRequired: boolean;
  readonly body: BodyKind;
  /** Whether the operation also responds in CSV. */
  readonly hasCsv: boolean;
  /** The size limit of a form with a file; `null` if the body is JSON or there is none. */
  readonly formMaxBytes: number | null;
}

/** The routes of the specification on Fastify. Nothing listens yet. */
export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { requestListeners = [], onBug } = options;
  const { ids, clock } = options.deps;
  const observer = new RequestObserver({ ids, clock, listeners: requestListeners, onBug });
  const server = Fastify({ ...serverOptions(observer), rewriteUrl: withoutLastSlash });
  observer.observe(server);
  options.entrance.guard(server);
  refuseUnreadable(server, observer);
  useErrorReplies(server, options);
  announceDeprecations(server, options.basePath);
  routeEntry(server, options.basePath);
  routeTerms(server);
  routeHostedPages(server, { ...options, purposes: options.hostedPages });
  routeShownPages(server, options);
  routeProviders(server, options);
  const streams = new OpenStreams({ ...options, feed: options.deps.feed });
  closeInTime(server, streams);
  const routeOptions: RouteOptions = { ...options, streams };
  const operations: Record<BodyKind, Operation[]> = { FORM: [], JSON: [], NONE: [] };
  for (const [id, row] of Object.entries(operationTable) as [OperationId, OperationRow][]) {
    operations[row.body].push({
      id,
      row,
      served: options.operations[id],
      validator: () => validators(id),
      mismatchCode: row.errorCodes['409']?.includes('CONFLICT') === true ? 'CONFLICT' : 'INVALID_INPUT',
    });
  }
  for (const [kind, list] of Object.entries(operations) as [BodyKind, Operation[]][]) {
    server.register(async (scope) => {
      readBodies(scope, kind);
      for (const operation of list) route(scope, routeOptions, operation);
    });
  }
  return server;
}

function route(server: FastifyInstance, options: RouteOptions, operation: Operation): void {
  const { deps } = options;
  const operationShown = { id: operation.id, path: operation.row.path };
  server.route({
    ...routeOf(options.basePath, operation.row),
    onRequest: async (request, reply) => {
      const observation = observationOf(request);
      observation.operation = operationShown;
      ignoreTypeOfMissingBody(request, operation.row.body);
      // If the path itself identifies the caller, it is validated first.
      const unreadable =
        operation.row.security.length === 0 ? refuseRequest(operation, readParts(request), []) : undefined;
      // Unless the credentials were accepted before, the caller is identified before any byte of the body is read.
      const refusal = unreadable ?? (await options.entrance.admit(request, reply.raw, operation));
      if (refusal !== undefined) return sendCallerRefusal(request, reply, operation.row, refusal);
    },
    errorHandler: refuseUnconfirmed(options.entrance, operation.row),
    handler: async (request, reply) => {
      const { caller, identification } = observationOf(request);
      if (!caller || !identification) throw new Error(`${operation.id} was reached without a caller`);
      const admitted = () => findCaller(deps, operation.row, identification);
      const serveAs = (known: Caller) => serve(options, operation, request, known);
      const served = serveKnown(options.entrance, operation.row, { request, reply }, serveAs);
      const answer = await served.catch(refuseIfReset(caller, admitted));
      const { follows: choice } = answer;
      // Refusals are JSON, whatever the caller accepts.
      if (operation.row.hasCsv && answer.status === 200) reply.header('vary', 'accept');
      if (choice === undefined) return send(request, reply, answer);
      options.streams.open(reply.hijack(), { caller, choice, isStillAdmitted: isStillOf(caller, admitted) });
      return reply;
    },
  });
}

function routeOf(basePath: string, { method, path }: OperationRow): { readonly method: string; readonly url: string } {
  return { method: method.toUpperCase(), url: `${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}` };
}

/** Serves one request of an admitted caller: validates it and runs it. */
async function serve(
  options: RouteOptions,
  operation: Operation,
  request: FastifyRequest,
  caller: Caller,
): Promise<Reply> {
  const { formMaxBytes } = operation.row;
  if (formMaxBytes !== null) return serveForm(options, operation, request, caller, formMaxBytes);
  const input = readParts(request);
  observationOf(request).input = input;
  const problems = keyErrors(operation.row, request.headers);
  return answer(options, operation, { input, problems, caller }, () => run(options, operation, request, caller, input));
}

interface ParsedRequest {
  readonly input: RequestParts;
  readonly problems: readonly FieldError[];
  readonly caller: Caller;
}

/** Validates a request and runs it. Depending on the settings, unknown fields are reported or refused. */
async function answer(
  { deps, onIgnored }: HttpOptions,
  operation: Operation,
  { input, problems, caller }: ParsedRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const unusable = refuseUnusable(input.body);
  if (unusable !== undefined) return refusalReply(unusable);
  const { unknownFields } = deps.settings;
  const ignored = unknownFields === 'IGNORE' ? [] : ignoredFields(operation.id, input);
  const isRefused = unknownFields === 'REFUSE' && operation.row.errorCodes['400']?.includes('INVALID_INPUT') === true;
  const surroundings = (): FieldSurroundings => {
    const { clock, rules } = deps.forCaller(caller.tenant, caller.environment);
    return { now: clock.now(), realNow: deps.clocks.system.now(), rules };
  };
  const unknown = isRefused ? errorsOf(ignored) : [];
  const refusal = refuseRequest(operation, input, [...problems, ...unknown], surroundings);
  const reply = refusal === undefined ? await work() : refusalReply(refusal);
  if (ignored.length === 0) return reply;
  const line = lineOf(ignored);
  onIgnored?.(`${operation.row.method} ${operation.row.path} does not know ${line}`);
  return { ...reply, ignored: line };
}

/** The file of a form is stored before the form is validated, and removed when the request is refused. */
async function serveForm(
  options: RouteOptions,
  operation: Operation,
  request: FastifyRequest,
  caller: Caller,
  maxBytes: number,
): Promise<Reply> {
  if (request.body == null) return refusalReply(notAForm);
  const deps = options.entrance.depsOf(request, options.deps);
  const form = await receiveForm(deps, caller.tenant, {
    headers: request.headers,
    stream: request.body as IncomingMessage,
    maxBytes,
  });
  if (isRefusal(form)) return refusalReply(form);
  const { fields, file } = form;
  const parts = readParts(request);
  const checked = { ...parts, body: file === undefined ? fields : { ...fields, file: file.name } };
  try {
    observationOf(request).input = checked;
    const input = { ...parts, body: { ...fields, file } };
    const asked = { input: checked, problems: keyErrors(operation.row, request.headers), caller };
    const reply = await answer(options, operation, asked, () => run(options, operation, request, caller, input));
    if (reply.status >= 400) await discardUpload(deps, file);
    return reply;
  } catch (error) {
    await discardUpload(deps, file);
    throw error;
  }
}

async function run(
  options: RouteOptions,
  operation: Operation,
  request: FastifyRequest,
  caller: Caller,
  input: RequestParts,
): Promise<Reply> {
  const { deps } = options;
  const key = operation.row.idempotent === 'key' ? readKey(request.headers) : undefined;
  observationOf(request).idempotencyKey = key;
  const keyed =
    key === undefined
      ? undefined
      : keyedRequest({ tenant: caller.tenant, tokenId: caller.tokenId, operationId: operation.id, ...input, key });
  const isRead = operation.row.method.toUpperCase() === 'GET';
  const own = deps.forCaller(caller.tenant, caller.environment, isRead ? undefined : request.id);
  const parts = {
    deps: options.entrance.depsOf(request, own),
    caller,
    input: { ...input, query: operation.validator().declared(input.query) },
    walletHeaders: {
      signature: headerOf(request, 'service-wallet-signature'),
      requestId: headerOf(request, 'request-id'),
    },
    wantsCsv: operation.row.hasCsv && prefersCsv(request),
    keyed,
    confirmCaller: () => options.entrance.confirm(request),
    mismatch: keyMismatch(operation.mismatchCode),
  };
  const { served } = operation;
  if (served.kind === 'STREAM') {
    const lastEventId = headerOf(request, 'last-event-id');
    return runStream({ ...parts, handler: served.handler }, options.streams, lastEventId);
  }
  const execute = served.kind === 'EXTERNAL' ? runExternal : isRead ? runRead : runWrite;
  const reply = await execute({ ...parts, handler: served.handler });
  if (!isRead) options.afterCommit();
  if (reply.csv !== undefined) return { ...reply, csv: watched(reply.csv, caller.tenant, options.onBug) };
  if (deps.settings.checksResponses) checkResponse(operation, reply, request.id);
  return reply;
}

function readParts(request: FastifyRequest): RequestParts {
  return {
    path: request.params as RequestParts['path'],
    query: request.query as RequestParts['query'],
    body: request.body,
  };
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  return [headers[name]].flat()[0];
}
