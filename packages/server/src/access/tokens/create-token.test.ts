import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';

function basic(clientId: string, clientSecret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}

async function statusWith(server: TestServer, clientId: string, clientSecret: string): Promise<number> {
  return (await server.request('GET', '/tokens', undefined, basic(clientId, clientSecret))).status;
}

oneEngine('creating a token', (start) => {
  it('returns the token with its secret, which no later read returns', async () => {
    const server = await start();
    const answer = await server.request('POST', '/tokens', {
      name: 'payout worker',
      permissions: ['VIEW', 'TRANSACT'],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^Token:/),
      name: 'payout worker',
      permissions: ['VIEW', 'TRANSACT'],
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
      clientSecret: expect.stringMatching(/^[0-9a-f]{36}$/),
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    });
    const { text } = await server.request('GET', `/tokens/${answer.body.id}`);
    const list = await server.request('GET', '/tokens');
    for (const shown of [text, list.text]) {
      expect(shown).not.toContain('clientSecret');
      expect(shown).not.toContain(answer.body.clientSecret);
    }
  });

  it('creates credentials that work at once, and only as the exact pair of id and secret', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] });
    const { body: other } = await server.request('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] });
    expect(await statusWith(server, body.clientId, body.clientSecret)).toBe(200);
    expect(await statusWith(server, body.clientId, other.clientSecret)).toBe(401);
    expect(await statusWith(server, body.id, body.clientSecret)).toBe(401);
    expect(await statusWith(server, body.clientId, `${body.clientSecret}0`)).toBe(401);
  });

  it('stores only a hash of the secret', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] });
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('tokens').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(row)).not.toContain(body.clientSecret);
    }
  });

  it.each([
    [{ permissions: ['VIEW'] }, 'name'],
    [{ name: '', permissions: ['VIEW'] }, 'name'],
    [{ name: 'x' }, 'permissions'],
    [{ name: 'x', permissions: [] }, 'permissions'],
    [{ name: 'x', permissions: ['VIEW', 'VIEW'] }, 'permissions'],
    [{ name: 'x', permissions: ['ADMIN'] }, 'permissions.0'],
  ])('refuses %j', async (body, field) => {
    const server = await start();
    const answer = await server.request('POST', '/tokens', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toContain(field);
  });

  it('needs the permission MANAGE', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    const answer = await viewer.request('POST', '/tokens', { name: 'x', permissions: ['MANAGE'] });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});
