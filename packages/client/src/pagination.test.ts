import { describe, expect, it } from 'vitest';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../test/loopback-server.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './create-client.ts';
import { listAll } from './pagination.ts';

/** A server with ids 1 to `count` in pages of two; the cursor is the last id of the page before. */
function startList(count: number): Promise<LoopbackServer> {
  return startLoopbackServer(({ url }): Answer => {
    const start = Number(new URL(url, 'http://localhost').searchParams.get('cursor') ?? 0);
    const data = [start + 1, start + 2].filter((id) => id <= count).map((id) => ({ id: `Transaction:${id}` }));
    const hasMore = start + 2 < count;
    return { status: 200, body: { data, hasMore, nextCursor: hasMore ? `${start + 2}` : null } };
  });
}

function outgoing(baseUrl: string) {
  const client = createClient({ baseUrl, tokenId: 'token', tokenSecret: 'secret', retry: false });
  return listAll((page) => client.GET('/transactions', { params: { query: { ...page, type: 'OUTGOING' } } }));
}

async function idsOf(transactions: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of transactions) ids.push(id);
  return ids;
}

describe('listAll', () => {
  it.each([0, 1, 2, 3, 5])('yields every item once and in order: %i items', async (count) => {
    await using server = await startList(count);
    const expected = Array.from({ length: count }, (_, index) => `Transaction:${index + 1}`);
    expect(await idsOf(outgoing(server.baseUrl))).toEqual(expected);
  });

  it('repeats the filters with each cursor', async () => {
    await using server = await startList(5);
    await idsOf(outgoing(server.baseUrl));
    expect(server.requests.map(({ url }) => url.split('?')[1])).toEqual([
      'type=OUTGOING',
      'cursor=2&type=OUTGOING',
      'cursor=4&type=OUTGOING',
    ]);
  });

  it('requests no page that the loop does not reach', async () => {
    await using server = await startList(100);
    for await (const { id } of outgoing(server.baseUrl)) if (id === 'Transaction:3') break;
    expect(server.requests).toHaveLength(2);
  });

  it('throws the refusal of a page', async () => {
    const body = { code: 'UNAUTHORIZED', reason: 'Unknown credentials.' };
    await using server = await startLoopbackServer(() => ({ status: 401, body }));
    await expect(idsOf(outgoing(server.baseUrl))).rejects.toThrow(ApiError);
  });

  it('ends without a nextCursor, even if hasMore is true', async () => {
    await using server = await startLoopbackServer(() => ({
      status: 200,
      body: { data: [], hasMore: true, nextCursor: null },
    }));
    expect(await idsOf(outgoing(server.baseUrl))).toEqual([]);
  });

  it('ends when hasMore is false, even with a nextCursor', async () => {
    await using server = await startLoopbackServer(() => ({
      status: 200,
      body: { data: [], hasMore: false, nextCursor: 'x' },
    }));
    expect(await idsOf(outgoing(server.baseUrl))).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('refuses a nextCursor that leads to its own page', async () => {
    await using server = await startLoopbackServer(() => ({
      status: 200,
      body: { data: [], hasMore: true, nextCursor: 'x' },
    }));
    await expect(idsOf(outgoing(server.baseUrl))).rejects.toThrow(
      'The page for cursor x has the same cursor as its next page.',
    );
  });
});
