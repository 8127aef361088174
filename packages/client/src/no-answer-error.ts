import { connectionMistake, deepest } from './connection-mistake.ts';
import { idempotencyHeader } from './idempotency.ts';

function faultOf(cause: unknown): string {
  const error = deepest(cause);
  const fault = error instanceof Error ? error.message : String(error);
  const mistake = connectionMistake(cause);
  return mistake === undefined ? fault : `${fault}. ${mistake}`;
}

/** Errors are logged, and a request without an answer may not have used its code up. */
function withoutCode(url: string): string {
  return url.replace(/(?<=\/device-codes\/)[^/?#]+/, '{code}');
}

/**
 * No attempt got a response, so whether the request took effect is unknown. Repeat it with the same `idempotencyKey`,
 * or read the resource to see the result, before doing anything else.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly method: string;
  /** Without the code of a device, which is a secret as long as nobody has redeemed it. */
  readonly url: string;
  readonly attempts: number;
  /** The key of every attempt; the client generated it if the caller gave none. */
  readonly idempotencyKey: string | undefined;

  constructor(request: Request, attempts: number, cause: unknown) {
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    const url = withoutCode(request.url);
    super(`[${request.method}] ${url}: no answer after ${times}: ${faultOf(cause)}`, { cause });
    this.method = request.method;
    this.url = url;
    this.attempts = attempts;
    this.idempotencyKey = request.headers.get(idempotencyHeader) ?? undefined;
  }
}
