import type { SpanContext } from '@opentelemetry/api';

const mostRemembered = 10_000;

/** Under which span the latest requests were served, for what they have caused and is done after them. */
export class RecentTraces {
  readonly #contexts = new Map<string, SpanContext>();

  remember(requestId: string, context: SpanContext): void {
    this.#contexts.set(requestId, context);
    const [oldest] = this.#contexts.size > mostRemembered ? this.#contexts.keys() : [];
    if (oldest !== undefined) this.#contexts.delete(oldest);
  }

  find(requestId: string | null): SpanContext | undefined {
    return requestId === null ? undefined : this.#contexts.get(requestId);
  }
}
