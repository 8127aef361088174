import type { SpanContext } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** The ids of a request are made before its span, so that its id and its trace can be found from each other. */
export class PresetIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #next: Pick<SpanContext, 'traceId' | 'spanId'> | undefined;

  /** Spans that start inside get these ids. */
  with<T>(ids: Pick<SpanContext, 'traceId' | 'spanId'>, start: () => T): T {
    this.#next = ids;
    try {
      return start();
    } finally {
      this.#next = undefined;
    }
  }

  generateTraceId(): string {
    return this.#next?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#next?.spanId ?? this.#random.generateSpanId();
  }
}
