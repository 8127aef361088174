import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { findCustomer, findCustomerByUmaAddress } from './find-customer.ts';

eachEngine('finding a customer for another module', (start) => {
  it('returns the stored fields and whether the customer is deleted', async () => {
    const server = await start();
    const find = (id: string) => server.deps.database.read((unit) => findCustomer(unit, server.tenant, id));
    const id = await newCustomerId(server, {
      ...person,
      fullName: 'Ada Lovelace 001',
      platformCustomerId: 'user-1',
      region: 'GB',
      umaAddress: '$Ada@uma.example.com',
      currencies: ['USD', 'GBP'],
    });
    expect(await find(id)).toEqual({
      id,
      platformCustomerId: 'user-1',
      hasConsent: false,
      region: 'GB',
      verificationStatus: 'UNVERIFIED',
      umaAddress: '$ada@uma.example.com',
      currencies: ['USD', 'GBP'],
      isDeleted: false,
    });
    await server.request('PATCH', `/customers/${id}`, { customerType: 'INDIVIDUAL', endUserTermsConsent: consent });
    await server.request('DELETE', `/customers/${id}`);
    expect(await find(id)).toMatchObject({ hasConsent: true, isDeleted: true });
  });

  it('finds a customer by the UMA address', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, umaAddress: '$ada@uma.example.com' });
    const find = (address: string) =>
      server.deps.database.read((unit) => findCustomerByUmaAddress(unit, server.tenant, address));
    expect(await find('$ada@uma.example.com')).toMatchObject({ id, currencies: undefined });
    expect(await find('$grace@uma.example.com')).toBeUndefined();
  });

  it('does not find the customer of another tenant', async () => {
    const server = await start();
    const other = await start();
    const id = await newCustomerId(other, { ...person, umaAddress: '$ada@uma.example.com' });
    await server.deps.database.read(async (unit) => {
      expect(await findCustomer(unit, server.tenant, id)).toBeUndefined();
      expect(await findCustomerByUmaAddress(unit, server.tenant, '$ada@uma.example.com')).toBeUndefined();
    });
  });
});
