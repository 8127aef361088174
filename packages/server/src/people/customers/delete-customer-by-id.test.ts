import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';

const unknownId = 'Customer:00000000-0000-7000-8000-000000000000';

oneEngine('deleting a customer', (start) => {
  it('returns the customer with isDeleted true', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    await server.advance(60_000);
    const before = await server.request('GET', `/customers/${id}`);
    const answer = await server.request('DELETE', `/customers/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body, isDeleted: true, updatedAt: '2025-01-01T00:01:00.000Z' });
  });

  it('returns 410 CUSTOMER_DELETED when the customer is deleted already', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    await server.request('DELETE', `/customers/${id}`);
    expect(await server.request('DELETE', `/customers/${id}`)).toMatchObject({
      status: 410,
      body: { code: 'CUSTOMER_DELETED' },
    });
  });

  it('does not find an unknown customer or one of another platform', async () => {
    const server = await start();
    const other = await start();
    const foreignId = await newCustomerId(other);
    for (const id of [unknownId, foreignId]) {
      expect(await server.request('DELETE', `/customers/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'CUSTOMER_NOT_FOUND' },
      });
    }
    expect((await other.request('GET', `/customers/${foreignId}`)).body.isDeleted).toBe(false);
  });

  it('needs the permission MANAGE', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('DELETE', `/customers/${id}`)).body.code).toBe('FORBIDDEN');
  });
});

eachEngine('deleting a customer', (start) => {
  it('deletes once on four parallel requests and returns 410 to the other three', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const answers = await Promise.all(Array.from({ length: 4 }, () => server.request('DELETE', `/customers/${id}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 410, 410, 410]);
  });
});
