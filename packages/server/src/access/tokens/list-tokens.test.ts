import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';

async function listedNames(server: TestServer, query: string): Promise<string[]> {
  const answer = await server.request('GET', `/tokens?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.map((token: { name: string }) => token.name);
}

function create(server: TestServer, name: string): Promise<unknown> {
  return server.request('POST', '/tokens', { name, permissions: ['VIEW'] });
}

eachEngine('listing tokens', (start) => {
  it('lists only the tokens of the platform, newest first', async () => {
    const server = await start();
    const other = await start();
    await create(other, 'foreign');
    await create(server, 'first');
    await create(server, 'second');
    expect(await listedNames(server, '')).toEqual(['second', 'first', 'tests']);
  });

  it('returns the next page for a cursor, until the last page', async () => {
    const server = await start();
    for (const name of ['a', 'b', 'c', 'd']) await create(server, name);
    const first = await server.request('GET', '/tokens?limit=3');
    expect(first.body).toMatchObject({ hasMore: true });
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['d', 'c', 'b']);
    expect(await listedNames(server, `limit=3&cursor=${first.body.nextCursor}`)).toEqual(['a', 'tests']);
    const last = await server.request('GET', `/tokens?limit=3&cursor=${first.body.nextCursor}`);
    expect([last.body.hasMore, last.body.nextCursor]).toEqual([false, null]);
  });

  it('filters by exact name and by inclusive created and updated dates', async () => {
    const server = await start();
    await server.advance(1000);
    await create(server, 'late');
    expect(await listedNames(server, 'name=late')).toEqual(['late']);
    expect(await listedNames(server, 'name=lat')).toEqual([]);
    for (const fact of ['created', 'updated']) {
      expect(await listedNames(server, `${fact}After=2025-01-01T00:00:01Z`)).toEqual(['late']);
      expect(await listedNames(server, `${fact}After=2025-01-01T00:00:01.001Z`)).toEqual([]);
      expect(await listedNames(server, `${fact}Before=2025-01-01T00:00:00Z`)).toEqual(['tests']);
      expect(await listedNames(server, `${fact}Before=2024-12-31T23:59:59.999Z`)).toEqual([]);
    }
  });

  it.each(['limit=0', 'limit=101', 'cursor=nonsense', 'createdAfter=soon'])('refuses %s', async (query) => {
    const server = await start();
    const answer = await server.request('GET', `/tokens?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
  });

  it('needs the permission VIEW', async () => {
    const server = await start();
    const manager = await server.withToken(['MANAGE']);
    expect((await manager.request('GET', '/tokens')).body.code).toBe('FORBIDDEN');
  });
});
