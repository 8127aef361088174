import { expect, it } from 'vitest';
import { business, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

const info = business.businessInfo;

oneEngine('the profile of a customer', (start) => {
  it.each([
    [{ sourceOfFundsCategories: ['SALARY', 'OTHER'] }, 'sourceOfFundsOtherDescription'],
    [{ sourceOfWealthCategories: ['OTHER'] }, 'sourceOfWealthOtherDescription'],
    [{ purposeOfAccount: 'OTHER' }, 'purposeOfAccountOtherDescription'],
  ])('requires a description for OTHER, at creation and in updates: %j', async (edd, description) => {
    const server = await start();
    const short = await server.request('POST', '/customers', { ...person, ...edd });
    expect([short.status, refusedFields(short)]).toEqual([400, [description]]);
    const customerId = await newCustomerId(server, { ...person, ...edd, [description]: 'Royalties' });
    const path = `/customers/${customerId}`;
    expect((await server.request('PATCH', path, { customerType: 'INDIVIDUAL', ...edd })).status).toBe(200);
    const other = await newCustomerId(server);
    const patched = await server.request('PATCH', `/customers/${other}`, { customerType: 'INDIVIDUAL', ...edd });
    expect([patched.status, refusedFields(patched)]).toEqual([400, [description]]);
  });

  it.each([
    [{ sourceOfFundsCategories: ['OTHER'] }, 'sourceOfFundsOtherDescription'],
    [{ purposeOfAccount: 'OTHER' }, 'purposeOfAccountOtherDescription'],
  ])('requires a description for OTHER in businessInfo: %j', async (fields, description) => {
    const server = await start();
    const short = await server.request('POST', '/customers', { ...business, businessInfo: { ...info, ...fields } });
    expect([short.status, refusedFields(short)]).toEqual([400, [`businessInfo.${description}`]]);
    const whole = { ...business, businessInfo: { ...info, ...fields, [description]: 'Grants' } };
    expect((await server.request('POST', '/customers', whole)).status).toBe(201);
  });

  it.each([
    [{ idType: 'SSN', identifier: '123456789' }, ['identifier']],
    [{ idType: 'SSN', identifier: '000-12-3456' }, ['identifier']],
    [{ idType: 'ITIN', identifier: '123-45-6789' }, ['identifier']],
    [{ idType: 'EIN', identifier: '123-45-6789' }, ['identifier']],
    [{ identifier: '123-45-6789' }, ['idType']],
    [{ idType: 'SSN', identifier: '123-45-6789', countryOfIssuance: 'DE' }, ['countryOfIssuance']],
    [{ idType: 'NON_US_TAX_ID', identifier: 'x', countryOfIssuance: 'US' }, ['countryOfIssuance']],
    [{ birthDate: '2025-01-02' }, ['birthDate']],
    [
      { birthDate: '2025-01-02', idType: 'SSN', identifier: 'x', purposeOfAccount: 'OTHER' },
      ['birthDate', 'identifier', 'purposeOfAccountOtherDescription'],
    ],
  ])('is refused with every invalid or contradicting field named at once: %j', async (fields, refused) => {
    const server = await start();
    const created = await server.request('POST', '/customers', { ...person, ...fields });
    expect([created.status, refusedFields(created)]).toEqual([400, refused]);
    const customerId = await newCustomerId(server);
    const change = { customerType: 'INDIVIDUAL', ...fields };
    const changed = await server.request('PATCH', `/customers/${customerId}`, change);
    expect([changed.status, refusedFields(changed)]).toEqual([400, refused]);
  });

  it('is refused when a new idType does not fit the stored identifier, naming the format us-itin', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, { ...person, idType: 'SSN', identifier: '123-45-6789' });
    const change = { customerType: 'INDIVIDUAL', idType: 'ITIN' };
    const changed = await server.request('PATCH', `/customers/${customerId}`, change);
    expect(changed.body.details.errors).toMatchObject([{ field: 'identifier', constraint: { format: 'us-itin' } }]);
    const whole = { ...change, identifier: '912-34-5678' };
    expect((await server.request('PATCH', `/customers/${customerId}`, whole)).status).toBe(200);
  });

  it('is refused with an incorporatedOn in the future', async () => {
    const server = await start();
    const body = { ...business, businessInfo: { ...info, incorporatedOn: '2025-01-02' } };
    const refused = await server.request('POST', '/customers', body);
    expect([refused.status, refusedFields(refused)]).toEqual([400, ['businessInfo.incorporatedOn']]);
  });
});
