import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';

const unknownId = 'Token:00000000-0000-7000-8000-000000000000';

async function idOf(server: TestServer, clientId: string): Promise<string> {
  const { body } = await server.request('GET', '/tokens?limit=100');
  return body.data.find((token: { clientId: string }) => token.clientId === clientId).id;
}

oneEngine('deleting a token', (start) => {
  it('revokes the token at once: its next request is UNAUTHORIZED', async () => {
    const server = await start();
    const reader = await server.withToken(['VIEW']);
    expect((await reader.request('GET', '/tokens')).status).toBe(200);
    const id = await idOf(server, reader.credentials.tokenId);
    expect(await server.request('DELETE', `/tokens/${id}`)).toMatchObject({ status: 204, text: '' });
    expect(await reader.request('GET', '/tokens')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect((await server.request('GET', `/tokens/${id}`)).status).toBe(404);
  });

  it('answers 404 when the token is deleted already, unknown or of another platform', async () => {
    const server = await start();
    const other = await start();
    const { body: foreign } = await other.request('POST', '/tokens', { name: 'x', permissions: ['VIEW'] });
    const { body: own } = await server.request('POST', '/tokens', { name: 'x', permissions: ['VIEW'] });
    await server.request('DELETE', `/tokens/${own.id}`);
    for (const id of [own.id, unknownId, foreign.id]) {
      expect(await server.request('DELETE', `/tokens/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'TOKEN_NOT_FOUND' },
      });
    }
    expect((await other.request('GET', `/tokens/${foreign.id}`)).status).toBe(200);
  });

  it('lets a token delete itself, and refuses it from then on', async () => {
    const server = await start();
    const own = await server.withToken(['MANAGE']);
    const id = await idOf(server, own.credentials.tokenId);
    expect((await own.request('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect((await own.request('DELETE', `/tokens/${id}`)).status).toBe(401);
  });

  it('needs the permission MANAGE', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    const id = await idOf(server, server.credentials.tokenId);
    expect((await viewer.request('DELETE', `/tokens/${id}`)).body.code).toBe('FORBIDDEN');
  });
});
