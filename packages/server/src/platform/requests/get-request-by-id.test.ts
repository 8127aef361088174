import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { readRequests } from './request-batch.ts';

async function logged(server: TestServer, answer: Answer) {
  await server.app.settle();
  return (await server.request('GET', `/requests/${answer.headers['x-request-id']}`)).body;
}

oneEngine('reading a request', (start) => {
  it('shows query, request body, response body and idempotency key', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' });
    const quote = await server.request('POST', '/quotes', body, { 'idempotency-key': 'invoice-4711' });
    const request = await logged(server, quote);
    expect(request).toMatchObject({ idempotencyKey: 'invoice-4711', query: null, isCut: false, status: 201 });
    expect(JSON.parse(request.requestBody)).toEqual(body);
    expect(JSON.parse(request.responseBody)).toMatchObject({ id: quote.body.id, status: quote.body.status });
    expect(request.resourceIds).toContain(quote.body.id);
    const again = await server.request('POST', '/quotes', body, { 'idempotency-key': 'invoice-4711' });
    expect(await logged(server, again)).toMatchObject({ isReplay: true, responseBody: request.responseBody });
    const list = await server.request('GET', '/transactions?limit=1&status=PENDING');
    expect(JSON.parse((await logged(server, list)).query)).toEqual({ limit: 1, status: 'PENDING' });
  });

  it('shows no personal data, no secret and no field unknown to the specification', async () => {
    const server = await start();
    const customer = await server.request('POST', '/customers', {
      ...person,
      nickname: 'Countess',
      fullName: 'Ada Zq7',
    });
    const kept = await logged(server, customer);
    expect(kept.requestBody).toContain('"fullName":"[redacted]"');
    expect(JSON.stringify(kept)).not.toMatch(/Zq7|Countess|nickname/);
    const token = await server.request('POST', '/tokens', { name: 'backend', permissions: ['VIEW'] });
    expect(JSON.stringify(await logged(server, token))).not.toContain(token.body.clientSecret);
    const wrong = await server.request('POST', '/customers', {
      ...person,
      region: '4111111111111111',
      fullName: ['Zq7'],
    });
    expect(wrong.status).toBe(400);
    const refused = await logged(server, wrong);
    expect(JSON.stringify(refused)).not.toMatch(/4111111111111111|Zq7/);
    const { details } = JSON.parse(refused.responseBody) as { details: { errors: { field: string }[] } };
    expect(details.errors.map(({ field }) => field)).toContain('region');
  });

  it('stores exchanges sealed, and neither the idempotency key nor a body in another column', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    // An amount is neither personal nor secret, so it stays in the bodies.
    const body = quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '', amount: 74_113 });
    const quote = await server.request('POST', '/quotes', body, { 'idempotency-key': 'Zq7 key' });
    const kept = await logged(server, quote);
    for (const said of [kept.requestBody, kept.responseBody]) expect(said).toContain('74113');
    const rows = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('request_batches').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows.flatMap(({ requests }) => readRequests(requests)).length).toBeGreaterThan(2);
    for (const { exchanges } of rows) expect(exchanges).toMatch(/^sealed:/);
    expect(JSON.stringify(rows.map(({ requests }) => readRequests(requests)))).not.toMatch(/Zq7|74113/);
    const marks = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('request_marks').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(JSON.stringify([rows, marks])).not.toMatch(/Zq7|74113/);
  });

  it('cuts a long response body and sets isCut', async () => {
    const server = await start();
    const many = Array.from({ length: 60 }, () => 'x'.repeat(240));
    for (const name of many) await server.request('POST', '/tokens', { name, permissions: ['VIEW'] });
    const list = await server.request('GET', '/tokens?limit=100');
    const kept = await logged(server, list);
    expect(kept.isCut).toBe(true);
    expect(kept.responseBody.endsWith('…')).toBe(true);
    expect(kept.responseBody.length).toBeLessThan(8_100);
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
    'returns NOT_FOUND for the extreme id %s',
    async (uuid) => {
      const server = await start();
      expect((await server.request('GET', `/requests/ApiRequest:${uuid}`)).body.code).toBe('NOT_FOUND');
    },
  );

  it('requires the platform of the request and the permission VIEW', async () => {
    const server = await start();
    const config = await server.request('GET', '/config');
    const { id } = await logged(server, config);
    const other = await start();
    expect(await other.request('GET', `/requests/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const manager = await server.withToken(['MANAGE']);
    expect((await manager.request('GET', `/requests/${id}`)).body.code).toBe('FORBIDDEN');
    expect((await server.request('GET', '/requests/Card:1')).body.code).toBe('INVALID_INPUT');
  });
});
