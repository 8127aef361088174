import { expect, it } from 'vitest';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';

const unknownId = 'Customer:00000000-0000-7000-8000-000000000000';

oneEngine('reading a customer', (start) => {
  it('returns a person with consent, and a business', async () => {
    const server = await start();
    const personId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const businessId = await newCustomerId(server, business);
    expect((await server.request('GET', `/customers/${personId}`)).body).toMatchObject({
      id: personId,
      ...person,
      endUserTermsConsent: consent,
    });
    expect((await server.request('GET', `/customers/${businessId}`)).body).toMatchObject({
      id: businessId,
      ...business,
    });
  });

  it('returns a deleted customer with isDeleted true', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    await server.request('DELETE', `/customers/${id}`);
    expect(await server.request('GET', `/customers/${id}`)).toMatchObject({
      status: 200,
      body: { id, isDeleted: true },
    });
  });

  it('does not find an unknown customer or one of another platform', async () => {
    const server = await start();
    const other = await start();
    const foreignId = await newCustomerId(other);
    for (const id of [unknownId, foreignId]) {
      expect(await server.request('GET', `/customers/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'CUSTOMER_NOT_FOUND' },
      });
    }
  });

  it('refuses a malformed id with INVALID_INPUT', async () => {
    const server = await start();
    expect(await server.request('GET', '/customers/nobody')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  it('needs the permission VIEW', async () => {
    const server = await start();
    const id = await newCustomerId(server);
    const manager = await server.withToken(['MANAGE']);
    expect((await manager.request('GET', `/customers/${id}`)).body.code).toBe('FORBIDDEN');
  });
});
