import type { TestServer } from '../../../server/test/test-server.ts';

/**
 * A request with a key that the log has, and that an event came of; the token that made it, and its key. All that it
 * names is the platform's own, so that whatever of it is seen elsewhere has leaked.
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
