import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { findCustomerAccount, findInternalAccount, findPlatformAccount } from './find-internal-account.ts';

eachEngine('finding an internal account', (start) => {
  it('finds accounts of its tenant only', async () => {
    const server = await start({ currencies: ['USD'] });
    const other = await start({ currencies: ['USD'] });
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    await server.deps.database.read(async (unit) => {
      const own = await findPlatformAccount(unit, server.tenant, 'USD');
      const ofCustomer = await findCustomerAccount(unit, server.tenant, customerId, 'USD');
      expect(own).toMatchObject({ customer_id: null, currency: 'USD' });
      expect(ofCustomer).toMatchObject({ customer_id: customerId, currency: 'USD' });
      expect(await findInternalAccount(unit, server.tenant, own?.id ?? '')).toEqual(own);
      expect(await findInternalAccount(unit, other.tenant, own?.id ?? '')).toBeUndefined();
      expect(await findCustomerAccount(unit, other.tenant, customerId, 'USD')).toBeUndefined();
      expect(await findPlatformAccount(unit, server.tenant, 'EUR')).toBeUndefined();
    });
  });
});
