import type { Middleware } from 'openapi-fetch';
import { idempotencyHeader } from './idempotency.ts';

/** What an error needs to say about the request behind a response. */
export interface SentRequest {
  readonly method: string;
  /** The path as the specification writes it, such as `/quotes/{quoteId}`. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
}

// A fetch response knows its address but neither its method nor its request headers.
const requests = new WeakMap<Response, SentRequest>();

export function requestOf(response: Response): SentRequest | undefined {
  return requests.get(response);
}

/** Must be the first middleware of a client: responses pass the middlewares in reverse, so it sees the final one. */
export const rememberRequests: Middleware = {
  onResponse({ request, response, schemaPath }) {
    const idempotencyKey = request.headers.get(idempotencyHeader) ?? undefined;
    requests.set(response, { method: request.method, path: schemaPath, idempotencyKey });
  },
};
