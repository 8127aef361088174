import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { fund, makeSender, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';

const address = { line1: '12 Marina Road', postalCode: '101241', country: 'NG' } as const;

async function nairaAccount(server: TestServer, customerId: string): Promise<string> {
  const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=NGN`);
  return body.data[0].id;
}

oneEngine('customer fields required by a currency provider', (start) => {
  it('are shown in the configuration and cannot be set there', async () => {
    const server = await start({ currencies: ['USD', 'NGN'] });
    const shown = async () =>
      (await server.request('GET', '/config')).body.supportedCurrencies.map(
        (entry: { currencyCode: string; providerRequiredCustomerFields: string[] }) => [
          entry.currencyCode,
          entry.providerRequiredCustomerFields,
        ],
      );
    const demanded = ['ADDRESS', 'PHONE_NUMBER'];
    expect(await shown()).toEqual([
      ['USD', []],
      ['NGN', demanded],
    ]);
    const limits = { minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
    const set = [
      { currencyCode: 'NGN', ...limits, providerRequiredCustomerFields: ['EMAIL'] },
      { currencyCode: 'USD', ...limits, providerRequiredCustomerFields: ['EMAIL'] },
    ];
    expect((await server.request('PATCH', '/config', { supportedCurrencies: set })).status).toBe(200);
    expect(await shown()).toEqual([
      ['NGN', demanded],
      ['USD', []],
    ]);
  });

  it('are required of payer and payee in the currency, with MISSING_MANDATORY_USER_INFO', async () => {
    const server = await start({ currencies: ['USD', 'NGN'] });
    const customerId = await newCustomerId(server, { ...person, address, endUserTermsConsent: consent });
    const own = await nairaAccount(server, customerId);
    await fund(server, own, 1_000_000);
    const { accounts } = await makeSender(server);
    const dollars = accounts['USD'] ?? '';
    for (const body of [quoteBody({ from: own, to: dollars }), quoteBody({ from: dollars, to: own })]) {
      const refused = await server.request('POST', '/quotes', body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'MISSING_MANDATORY_USER_INFO' } });
      expect(refusedFields(refused)).toEqual(['phoneNumber']);
    }
    const change = { customerType: 'INDIVIDUAL', phoneNumber: '+2348012345678' };
    const blank = { ...change, address: { ...address, line1: ' ' } };
    await server.request('PATCH', `/customers/${customerId}`, blank);
    const unstated = await server.request('POST', '/quotes', quoteBody({ from: dollars, to: own }));
    expect(refusedFields(unstated)).toEqual(['address']);
    await server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', address });
    expect((await server.request('POST', '/quotes', quoteBody({ from: dollars, to: own }))).status).toBe(201);
  });
});
