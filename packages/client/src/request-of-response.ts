import type { Middleware } from 'openapi-fetch';
import { idempotencyHeader } from './idempotency.ts';
import { followsUnanswered } from './retry.ts';

/** The facts about the request that an error reports. */
export interface SentRequest {
  readonly method: string;
  /** The path template of the specification, such as `/quotes/{quoteId}`. */
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** Whether an earlier attempt may have taken effect: it got no response, or one that does not say. */
  readonly followsUnanswered: boolean;
}

// A fetch response has the address of the request but neither its method nor its headers.
const requests = new WeakMap<Response, SentRequest>();

export function requestOf(response: Response): SentRequest | undefined {
  return requests.get(response);
}

/** Must be the first middleware of a client: responses pass in reverse order, so it sees the final one. */
export const rememberRequests: Middleware = {
  onResponse({ request, response, schemaPath }) {
    const idempotencyKey = request.headers.get(idempotencyHeader) ?? undefined;
    const sent = { method: request.method, path: schemaPath, idempotencyKey };
    requests.set(response, { ...sent, followsUnanswered: followsUnanswered(request) });
  },
};
