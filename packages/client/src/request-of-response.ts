import type { Middleware } from 'openapi-fetch';
import { idempotencyHeader } from './idempotency.ts';
import { followsUnanswered } from './retry.ts';

/** What an error needs to say about the request behind a response. */
export interface SentRequest {
  readonly method: string;
  /** The path as the specification writes it, such as `/quotes/{quoteId}`. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** Whether an earlier attempt got no answer, or none that says what it did. */
  readonly followsUnanswered: boolean;
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
    const sent = { method: request.method, path: schemaPath, idempotencyKey };
    requests.set(response, { ...sent, followsUnanswered: followsUnanswered(request) });
  },
};
