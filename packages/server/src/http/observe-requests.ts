import type { ErrorCode, OperationId } from '@payments-platform/types';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../ground/clock/clock.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { Ids } from '../ground/ids/ids.ts';
import type { RequestParts } from '../ground/specification/specification-validators.ts';
import type { ApiRequestId, Exchange, FinishedRequest, RequestListener } from '../operation/finished-request.ts';
import type { Caller } from '../operation/operation.ts';
import type { Identification } from './admit-caller.ts';
import type { KnownCaller } from './known-callers.ts';
import { shownPath, shownUnservedPath } from './shown-path.ts';
import { traceContextOf } from './trace-context.ts';
import type { UnconfirmedCaller } from './unconfirmed-caller.ts';
import type { Party } from './unit-shares.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request so far. Only on servers that observe requests. */
    observation: Observation | null;
  }
}

/** What is known of a request while it is served. */
class Observation {
  readonly startedAt: Instant;
  readonly startedMs = performance.now();
  operation: { readonly id: OperationId; readonly path: string } | undefined;
  identification: Identification | undefined;
  /** Whose turn it takes. */
  party: Party | undefined;
  /** What the process remembers of the credentials. */
  known: KnownCaller | undefined;
  caller: Caller | undefined;
  /** Set while the caller is only remembered. */
  unconfirmed: UnconfirmedCaller | undefined;
  input: RequestParts | undefined;
  idempotencyKey: string | undefined;
  answer: unknown;
  code: ErrorCode | undefined;
  isReplay = false;
  /** Its response is complete, whether or not the caller received it. */
  isAnswered = false;
  /** It is reported with its response: the caller is gone, or sends bytes that are not read. */
  isOver = false;

  constructor(startedAt: Instant) {
    this.startedAt = startedAt;
  }
}

/** The operation that serves the request. */
export function observationOf({ observation }: FastifyRequest): Observation {
  if (observation === null) throw new Error('a request is served without an observation');
  return observation;
}

/** The name of the header with the id of the request. */
export const requestIdHeader = 'x-request-id';

export interface ObserverOptions {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly listeners: readonly RequestListener[];
  readonly onBug: (error: unknown, requestId?: string) => void;
}

/** Gives every request its id, observes it, and calls the listeners once it is over. */
export class RequestObserver {
  readonly #options: ObserverOptions;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  newId(): ApiRequestId {
    return this.#options.ids.next('ApiRequest');
  }

  /** Call it before any other hook is added, so that requests that those hooks refuse are observed too. */
  observe(server: FastifyInstance): void {
    server.decorateRequest('observation', null);
    server.addHook('onRequest', (request, reply, done) => {
      const observation = new Observation(this.#options.clock.now());
      request.observation = observation;
      reply.header(requestIdHeader, request.id);
      // A request runs to its end even if the caller hangs up: it is over with its response.
      reply.raw.once('close', () => {
        if (observation.isOver) return;
        if (observation.isAnswered || reply.raw.headersSent) this.#end(request, reply, observation);
        else observation.isOver = true;
      });
      done();
    });
    server.addHook('onSend', (request, reply, payload, done) => {
      const { observation } = request;
      if (observation !== null) {
        observation.isAnswered = true;
        if (observation.isOver) this.#end(request, reply, observation);
      }
      done(null, payload);
    });
  }

  /** Reports a request that was refused before it could be read. */
  unread(id: ApiRequestId, status: number, code: ErrorCode): void {
    const { clock } = this.#options;
    const nothing = { input: undefined, idempotencyKey: undefined, answer: undefined };
    this.#tell(
      { ...unreadRequest, id, trace: traceContextOf(id, undefined), startedAt: clock.now(), status, code },
      nothing,
    );
  }

  #end(request: FastifyRequest, reply: FastifyReply, observation: Observation): void {
    if (this.#options.listeners.length === 0) return;
    this.#tell(finishedRequest(request, reply, observation), observation);
  }

  #tell(finished: FinishedRequest, exchange: Exchange): void {
    for (const listener of this.#options.listeners) {
      try {
        listener(finished, exchange);
      } catch (error) {
        this.#options.onBug(error, finished.id);
      }
    }
  }
}

const unreadRequest = {
  durationMs: 0,
  method: null,
  operationId: null,
  route: null,
  path: null,
  caller: null,
  isReplay: false,
} as const;

function finishedRequest(request: FastifyRequest, reply: FastifyReply, observation: Observation): FinishedRequest {
  const { operation, caller, code, isReplay } = observation;
  const id = request.id as ApiRequestId;
  return {
    id,
    trace: traceContextOf(id, request.headers['traceparent']),
    startedAt: observation.startedAt,
    durationMs: performance.now() - observation.startedMs,
    method: request.method,
    operationId: operation?.id ?? null,
    ...placeOf(request, operation?.path),
    status: reply.raw.statusCode,
    code: code ?? null,
    caller: caller ?? null,
    isReplay,
  };
}

function placeOf(request: FastifyRequest, template: string | undefined): Pick<FinishedRequest, 'route' | 'path'> {
  if (template !== undefined)
    return { route: template, path: shownPath(template, request.params as Readonly<Record<string, unknown>>) };
  // Pages outside the interface have their key in the address.
  const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? null;
  return { route, path: route ?? shownUnservedPath(request.url.split('?', 1)[0] ?? '') };
}
