import { idempotencyHeader } from './idempotency.ts';

// "fetch failed" says nothing; the deepest cause names the address and the fault.
function deepest(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0]);
  return error.cause === undefined ? error.message : deepest(error.cause);
}

/**
 * No attempt was answered, so whether the request took effect is not known. Repeat it with the same
 * `idempotencyKey`, or read what became of it, before doing anything else.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
  /** The key that every attempt carried, the client's own when the caller gave none. */
  readonly idempotencyKey: string | undefined;

  constructor(request: Request, attempts: number, cause: unknown) {
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    super(`[${request.method}] ${request.url}: no answer after ${times}: ${deepest(cause)}`, { cause });
    this.method = request.method;
    this.url = request.url;
    this.attempts = attempts;
    this.idempotencyKey = request.headers.get(idempotencyHeader) ?? undefined;
  }
}
