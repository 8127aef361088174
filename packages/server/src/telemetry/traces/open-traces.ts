import { AsyncLocalStorage } from 'node:async_hooks';
import { type SpanContext, SpanKind } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Observers } from '../../app.ts';
import type { FinishedAttempt } from '../../engines/outbox/finished-attempt.ts';
import type { FinishedUnit } from '../../ground/database/observed-database.ts';
import { traceContextOf } from '../../http/trace-context.ts';
import type { ApiRequestId, FinishedRequest } from '../../operation/finished-request.ts';
import { SpanRecorder, type TraceOptions } from './span-recorder.ts';

export interface Traces {
  readonly request: (finished: FinishedRequest) => void;
  readonly observers: Required<Observers>;
  /** Call it before the server listens. */
  readonly follow: (http: FastifyInstance) => void;
  /** Sends the remaining spans within a moment. Returns whether the collector accepted them. */
  readonly close: () => Promise<boolean>;
}

/**
 * Spans are made afterwards, from the reports of the listeners: no code of the server knows of them. A span's parent is
 * found by the context of the asynchronous call alone.
 */
export function openTraces(options: TraceOptions): Traces {
  const recorder = new SpanRecorder(options);
  const current = new AsyncLocalStorage<SpanContext>();
  return {
    request: (finished) => recordRequest(recorder, finished, recorder.contextOf(finished.trace)),
    observers: {
      onUnit: (finished) => {
        const parent = current.getStore();
        // The server's own polls, four times a second, belong to no trace.
        if (parent !== undefined) recordUnit(recorder, finished, parent);
      },
      onAttempt: (finished) => recordAttempt(recorder, finished),
      aroundWork: async (kind, work) => {
        const context = recorder.newContext();
        const startedMs = performance.now();
        const done = await current.run(context, work);
        recorder.record({
          name: `due work ${kind}`,
          kind: SpanKind.INTERNAL,
          context,
          endMs: Date.now(),
          durationMs: performance.now() - startedMs,
          hasFailed: false,
          attributes: { 'payments.done': done },
        });
        return done;
      },
    },
    follow: (http) => {
      const enter = ({ id, headers }: FastifyRequest, done: () => void): void =>
        current.run(recorder.contextOf(traceContextOf(id as ApiRequestId, headers['traceparent'])), done);
      http.addHook('onRequest', (request, _reply, done) => enter(request, done));
      // A body arrives in the context of its connection, not of its request.
      http.addHook('preHandler', (request, _reply, done) => enter(request, done));
    },
    close: () => recorder.close(),
  };
}

function recordRequest(recorder: SpanRecorder, finished: FinishedRequest, context: SpanContext): void {
  const { id, trace, operationId, method, route, status, code, durationMs, isReplay } = finished;
  const { traceId, parentSpanId: spanId } = trace;
  recorder.record({
    name: operationId ?? `${method ?? 'unreadable'} ${route ?? ''}`.trim(),
    kind: SpanKind.SERVER,
    context,
    parent: spanId === null ? undefined : { traceId, spanId, traceFlags: context.traceFlags, isRemote: true },
    endMs: Date.parse(finished.startedAt) + durationMs,
    durationMs,
    hasFailed: status >= 500,
    attributes: {
      'http.request.method': method ?? '_OTHER',
      ...(route !== null && { 'http.route': route }),
      'http.response.status_code': status,
      'payments.request_id': id,
      'payments.is_replay': isReplay,
      ...(code !== null && { 'error.type': code }),
    },
  });
}

function recordUnit(recorder: SpanRecorder, finished: FinishedUnit, parent: SpanContext): void {
  const { kind, durationMs, waitMs, runs, outcome } = finished;
  recorder.record({
    name: `database ${kind}`,
    kind: SpanKind.CLIENT,
    context: recorder.childOf(parent),
    parent,
    endMs: Date.now(),
    durationMs,
    hasFailed: outcome !== 'DONE' && outcome !== 'UNDONE',
    attributes: { 'payments.wait_ms': waitMs, 'payments.runs': runs, 'payments.outcome': outcome },
  });
}

/** A trace of its own, since an attempt may follow its cause by days. */
function recordAttempt(recorder: SpanRecorder, finished: FinishedAttempt): void {
  const { eventId, type, attempt, statusCode, isTaken, isTimeout, startedAt, durationMs } = finished;
  recorder.record({
    name: `webhook ${type}`,
    kind: SpanKind.CLIENT,
    context: recorder.newContext(),
    endMs: Date.parse(startedAt) + durationMs,
    durationMs,
    hasFailed: !isTaken,
    attributes: {
      'http.request.method': 'POST',
      ...(statusCode === null
        ? { 'error.type': isTimeout ? 'timeout' : 'unreachable' }
        : { 'http.response.status_code': statusCode }),
      'payments.event_id': eventId,
      'payments.attempt': attempt,
    },
  });
}
