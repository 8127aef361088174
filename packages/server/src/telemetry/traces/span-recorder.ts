import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TraceContext } from '../../operation/finished-request.ts';
import { within } from '../bounded-wait.ts';
import { PresetIds } from './preset-ids.ts';

export interface TraceOptions {
  /** The collector's address, for OTLP over HTTP in JSON. */
  readonly url: string;
  readonly serviceName: string;
  /** The sampled share of the traces about which no caller has decided. */
  readonly ratio: number;
  /** Called with one line when spans cannot be delivered, and when they can again. */
  readonly tell: (line: string) => void;
}

export interface SpanParts {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: SpanContext;
  readonly parent?: SpanContext | undefined;
  readonly endMs: number;
  readonly durationMs: number;
  readonly attributes: Attributes;
  readonly hasFailed: boolean;
}

const exportTimeoutMs = 5_000;
const closingMs = 1_500;

/** Makes spans of finished work and sends them in batches. No code waits for them; what does not fit is dropped. */
export class SpanRecorder {
  readonly #ids = new PresetIds();
  readonly #provider: TracerProvider;
  readonly #ratio: number;

  constructor({ url, serviceName, ratio, tell }: TraceOptions) {
    this.#ratio = ratio;
    const exporter = telling(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }), tell);
    this.#provider = new TracerProvider({
      idGenerator: this.#ids,
      sampler: new AlwaysOnSampler(),
      resource: resourceFromAttributes({ 'service.name': serviceName }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
  }

  record({ name, kind, context, parent, endMs, durationMs, attributes, hasFailed }: SpanParts): void {
    if ((context.traceFlags & TraceFlags.SAMPLED) === 0) return;
    const tracer = this.#provider.getTracer('payments-platform');
    const around = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const startTime = endMs - durationMs;
    const span = this.#ids.with(context, () => tracer.startSpan(name, { kind, attributes, startTime }, around));
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endMs);
  }

  /** The span of a request. Its caller may have decided whether it is sampled. */
  contextOf({ traceId, spanId, parentSpanId, isSampled }: TraceContext): SpanContext {
    return { traceId, spanId, traceFlags: flagsOf(parentSpanId === null ? this.#isKept(traceId) : isSampled) };
  }

  /** A span without a parent. */
  newContext(): SpanContext {
    const traceId = this.#ids.generateTraceId();
    return { traceId, spanId: this.#ids.generateSpanId(), traceFlags: flagsOf(this.#isKept(traceId)) };
  }

  childOf(parent: SpanContext): SpanContext {
    return { ...parent, spanId: this.#ids.generateSpanId() };
  }

  /** Sends the remaining spans within a moment. Returns whether the collector accepted them. */
  close(): Promise<boolean> {
    return within(closingMs, this.#provider.shutdown()).then(
      () => true,
      () => false,
    );
  }

  /** The end of a trace id is random, even if the trace is named after a request. */
  #isKept(traceId: string): boolean {
    return Number.parseInt(traceId.slice(-8), 16) < this.#ratio * 2 ** 32;
  }
}

function flagsOf(isSampled: boolean): TraceFlags {
  return isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
}

/** The same exporter, which reports once that deliveries fail, and once that they succeed again. */
function telling(exporter: OTLPTraceExporter, tell: (line: string) => void): SpanExporter {
  let isTaken = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const wasTaken = isTaken;
        isTaken = result.code === 0;
        if (wasTaken && !isTaken)
          tell('spans cannot be delivered to OTEL_EXPORTER_OTLP_ENDPOINT. They are dropped until they can.');
        if (!wasTaken && isTaken) tell('spans are delivered again.');
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
