import type { TestServer } from '../../../server/test/test-server.ts';

/**
 * A logged request with a key and an event; the token that sent it, and its key. Everything in it belongs to the
 * platform, so any part of it that is seen elsewhere has leaked.
 */
export async function loggedRequest(server: TestServer): Promise<Record<string, unknown>> {
  await server.app.settle();
  const { body: events } = await server.request('GET', '/events?limit=100');
  const ids = new Set<string>(events.data.flatMap(({ requestId }: { requestId?: string }) => requestId ?? []));
  for (const id of ids) {
    const { body: made } = await server.request('GET', `/requests/${id}`);
    if (typeof made.idempotencyKey === 'string')
      return { ApiRequest: id, 'calling token': made.tokenId, 'idempotency key': made.idempotencyKey };
  }
  throw new Error('no event came of a request with a key');
}
