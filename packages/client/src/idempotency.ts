import { operationTable } from '@payments-platform/types';
import type { Middleware } from 'openapi-fetch';

export const idempotencyHeader = 'Idempotency-Key';

/** A key for one intent. Store it with the intent before the first attempt, and send it on every later one. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

const keyedOperations: ReadonlySet<string> = new Set(
  Object.values(operationTable)
    .filter((operation) => operation.idempotent === 'key')
    .map(({ method, path }) => `${method} ${path}`),
);

/**
 * Gives each call of an operation that takes a key one of its own, unless the caller gave one. Retries happen below
 * this middleware and resend the same request, so all attempts of one call carry the same key.
 */
export const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.headers.has(idempotencyHeader) || !keyedOperations.has(`${request.method} ${schemaPath}`)) return;
    request.headers.set(idempotencyHeader, newIdempotencyKey());
  },
};
