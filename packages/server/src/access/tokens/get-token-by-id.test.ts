import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';

const unknownId = 'Token:00000000-0000-7000-8000-000000000000';

oneEngine('reading a token', (start) => {
  it('shows the token without its secret', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] });
    const { clientSecret: _secret, ...token } = body;
    expect(await server.request('GET', `/tokens/${body.id}`)).toMatchObject({ status: 200, body: token });
    expect((await server.request('GET', `/tokens/${body.id}`)).body).toEqual(token);
  });

  it('does not find an unknown token or one of another platform', async () => {
    const server = await start();
    const other = await start();
    const { body } = await other.request('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] });
    for (const id of [unknownId, body.id]) {
      expect(await server.request('GET', `/tokens/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'TOKEN_NOT_FOUND' },
      });
    }
  });

  it('refuses a malformed id', async () => {
    const server = await start();
    expect(await server.request('GET', '/tokens/mine')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});
