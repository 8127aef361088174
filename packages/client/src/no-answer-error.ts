import { connectionMistake, deepest } from './connection-mistake.ts';
import { idempotencyHeader } from './idempotency.ts';

function faultOf(cause: unknown): string {
  const error = deepest(cause);
  const fault = error instanceof Error ? error.message : String(error);
  const mistake = connectionMistake(cause);
  return mistake === undefined ? fault : `${fault}. ${mistake}`;
}

/**
 * No attempt got a response, so whether the request took effect is unknown. Repeat it with the same `idempotencyKey`,
 * or read the resource to see the result, before doing anything else.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
  /** The key of every attempt; the client generated it if the caller gave none. */
  readonly idempotencyKey: string | undefined;

  constructor(request: Request, attempts: number, cause: unknown) {
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    super(`[${request.method}] ${request.url}: no answer after ${times}: ${faultOf(cause)}`, { cause });
    this.method = request.method;
    this.url = request.url;
    this.attempts = attempts;
    this.idempotencyKey = request.headers.get(idempotencyHeader) ?? undefined;
  }
}
