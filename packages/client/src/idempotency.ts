import { operationTable } from '@payments-platform/types';
import type { Middleware } from 'openapi-fetch';

export const idempotencyHeader = 'Idempotency-Key';

/** A key for one payment or other change. Store it before the first attempt, and send it with every retry. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

const keyedOperations: ReadonlySet<string> = new Set(
  Object.values(operationTable)
    .filter((operation) => operation.idempotent === 'key')
    .map(({ method, path }) => `${method} ${path}`),
);

/**
 * Sets a new key on each call of an operation that accepts one, unless the caller set a key. Retries happen below this
 * middleware and resend the same request, so all attempts of one call have the same key.
 */
export const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.headers.has(idempotencyHeader) || !keyedOperations.has(`${request.method} ${schemaPath}`)) return;
    request.headers.set(idempotencyHeader, newIdempotencyKey());
  },
};
