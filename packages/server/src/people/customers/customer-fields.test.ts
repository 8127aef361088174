import { expect, it } from 'vitest';
import { business, consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

/** A value of each fact of an enhanced due diligence, and another value that it may change to. */
const dueDiligence = {
  sourceOfFundsCategories: [['SALARY', 'OTHER'], ['SAVINGS']],
  sourceOfFundsOtherDescription: ['Royalties', 'Prizes'],
  sourceOfWealthCategories: [['INHERITANCE', 'OTHER'], ['BUSINESS_INCOME']],
  sourceOfWealthOtherDescription: ['A family business', 'A garden'],
  purposeOfAccount: ['OTHER', 'P2P_TRANSFERS'],
  purposeOfAccountOtherDescription: ['Tuition', 'Travel'],
  expectedMonthlyTransactionCount: ['COUNT_UNDER_10', 'COUNT_OVER_1000'],
  expectedMonthlyTransactionVolume: ['VOLUME_UNDER_10K', 'VOLUME_OVER_10M'],
  annualIncomeRange: ['UNDER_50K', 'OVER_1M'],
  netWorthRange: ['UNDER_100K', 'OVER_25M'],
  pepStatus: ['NONE', 'FOREIGN'],
} as const;

function factsAt(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(Object.entries(dueDiligence).map(([field, values]) => [field, values[index]]));
}

oneEngine('the enhanced due diligence of a person', (start) => {
  it('consists of optional fields of the customer that can be changed', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/customers', { ...person, ...factsAt(0) });
    expect(body).toMatchObject(factsAt(0));
    const change = { customerType: 'INDIVIDUAL', ...factsAt(1) };
    expect((await server.request('PATCH', `/customers/${body.id}`, change)).body).toMatchObject(factsAt(1));
    expect((await server.request('GET', `/customers/${body.id}`)).body).toMatchObject(factsAt(1));
    const plain = (await server.request('POST', '/customers', person)).body;
    for (const field of Object.keys(dueDiligence)) expect(plain).not.toHaveProperty(field);
  });

  it('refuses unknown values and names their fields', async () => {
    const server = await start();
    const wrong = { pepStatus: 'MAYBE', netWorthRange: 'LOTS', sourceOfFundsCategories: ['LUCK'] };
    const answer = await server.request('POST', '/customers', { ...person, ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer).sort()).toEqual(['netWorthRange', 'pepStatus', 'sourceOfFundsCategories.0']);
  });
});

oneEngine('the identification of a customer', (start) => {
  it('returns idType and countryOfIssuance of a person, and refuses unknown values of both', async () => {
    const server = await start();
    const given = { ...person, idType: 'ITIN', identifier: '912-34-5678', countryOfIssuance: 'US' };
    const { body } = await server.request('POST', '/customers', given);
    expect(body).toMatchObject({ idType: 'ITIN', countryOfIssuance: 'US' });
    const wrong = await server.request('POST', '/customers', {
      ...person,
      idType: 'LIBRARY_CARD',
      countryOfIssuance: 'usa',
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(new Set(refusedFields(wrong))).toEqual(new Set(['idType', 'countryOfIssuance']));
  });

  it('returns the registrationNumber of a business', async () => {
    const server = await start();
    const businessInfo = { ...business.businessInfo, registrationNumber: '5523041' };
    const id = await newCustomerId(server, { ...business, businessInfo });
    expect((await server.request('GET', `/customers/${id}`)).body.businessInfo.registrationNumber).toBe('5523041');
  });
});

oneEngine('a recorded consent', (start) => {
  it.each(['CHECKBOX', 'CLICK_TO_ACCEPT'])(
    'is stored with the acceptanceMethod %s for a person and a business, at creation and later',
    async (acceptanceMethod) => {
      const server = await start();
      const endUserTermsConsent = { ...consent, acceptanceMethod };
      for (const customer of [person, business]) {
        const atCreation = await server.request('POST', '/customers', { ...customer, endUserTermsConsent });
        expect(atCreation.body.endUserTermsConsent).toEqual(endUserTermsConsent);
        const id = await newCustomerId(server, customer);
        expect((await server.request('GET', `/customers/${id}`)).body).not.toHaveProperty('endUserTermsConsent');
        const change = { customerType: customer.customerType, endUserTermsConsent };
        expect((await server.request('PATCH', `/customers/${id}`, change)).status).toBe(200);
        expect((await server.request('GET', `/customers/${id}`)).body.endUserTermsConsent).toEqual(endUserTermsConsent);
      }
      const without = await newCustomerId(server);
      const { data } = (await server.request('GET', '/customers')).body;
      expect(data).toHaveLength(5);
      for (const customer of data)
        expect(customer.endUserTermsConsent).toEqual(customer.id === without ? undefined : endUserTermsConsent);
    },
  );
});
