import type { OperationId } from '@payments-platform/types';
import {
  array,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  string,
  assert as uphold,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newCustomerId } from '../../test/customers.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import { sampleAccounts } from '../../test/sample-accounts.ts';
import { validators } from '../ground/specification/specification-validators.ts';
import { operations } from '../modules.ts';
import { productionRules } from '../operation/ports/environment-rules.ts';
import { refuseRequest } from './refuse-request.ts';

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
const company = { legalName: 'Analytical Engines', country: 'US', incorporatedOn: '2020-01-01', taxId: '12-3456789' };
const business = { customerType: 'BUSINESS', businessInfo: company };
const published = { acceptedAt: '2026-01-01T00:00:00Z', acceptanceMethod: 'CHECKBOX' };

oneEngine('a body that breaks the schema', (start) => {
  it.each([
    ['birthDate', { email: 'x', birthDate: '2999-01-01' }],
    ['identifier', { email: 'x', idType: 'SSN', identifier: '1' }],
    ['idType', { email: 'x', identifier: '1' }],
    ['sourceOfFundsOtherDescription', { email: 'x', sourceOfFundsCategories: ['OTHER'] }],
    ['endUserTermsConsent.ipAddress', { email: 'x', endUserTermsConsent: { ...published, ipAddress: 'here' } }],
    ['endUserTermsConsent.termsVersion', { email: 'x', endUserTermsConsent: { ...published, termsVersion: 'V9' } }],
  ])('is also refused for %s in POST /customers', async (field, fields) => {
    const answer = await (await start()).request('POST', '/customers', { ...person, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(expect.arrayContaining(['email', field]));
  });

  it('is also refused in PATCH /customers by rules that need no stored data', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, idType: 'SSN', identifier: '123-45-6789' });
    const fields = { phoneNumber: '1', idType: 'SSN', identifier: '1', birthDate: '2999-01-01' };
    const answer = await server.request('PATCH', `/customers/${id}`, { customerType: 'INDIVIDUAL', ...fields });
    expect(refusedFields(answer)).toEqual(['phoneNumber', 'birthDate', 'identifier']);
    // The kind of the number is stored, so a number alone is never wrong.
    const other = { customerType: 'INDIVIDUAL', email: 'x', identifier: '123-45-6780' };
    expect(refusedFields(await server.request('PATCH', `/customers/${id}`, other))).toEqual(['email']);
  });

  it('is refused in PATCH /customers for contradicting the stored customer once the schema is met', async () => {
    const server = await start({ currencies: ['USD'] });
    const id = await newCustomerId(server, { ...person, region: 'US' });
    const fields = {
      email: 'a@example.com',
      phoneNumber: '+14155550100',
      birthDate: '2999-01-01',
      currencies: ['ZZZ'],
    };
    const change = { customerType: 'INDIVIDUAL', region: 'FR', ...fields };
    const answer = await server.request('PATCH', `/customers/${id}`, change);
    expect(answer.body.code).toBe('INVALID_INPUT');
    expect(refusedFields(answer)).toEqual(['email', 'phoneNumber', 'region', 'birthDate', 'currencies']);
  });

  it('is also refused in PATCH /config for a webhook endpoint that is not public', async () => {
    const body = { umaDomain: 'x y', webhookEndpoint: 'https://10.0.0.1/' };
    const answer = await (await start()).request('PATCH', '/config', body);
    expect(refusedFields(answer)).toEqual(['umaDomain', 'webhookEndpoint']);
    const currency = { currencyCode: 'ZZZ', minAmount: 1, maxAmount: 2, requiredCounterpartyFields: [] };
    const valid = { webhookEndpoint: 'https://10.0.0.1/', supportedCurrencies: [currency] };
    const unknown = await (await start()).request('PATCH', '/config', valid);
    expect(refusedFields(unknown)).toEqual(['webhookEndpoint', 'supportedCurrencies.0.currencyCode']);
  });

  it('is also refused for the identifier of an owner or the IBAN of an account', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, business);
    const personalInfo = { fullName: 'Ada', birthDate: '2999-01-01', idType: 'SSN', identifier: '1' };
    const owner = { customerId, roles: ['NOBODY'], ownershipPercentage: 10, personalInfo };
    expect(refusedFields(await server.request('POST', '/beneficial-owners', owner))).toEqual(
      expect.arrayContaining(['roles.0', 'personalInfo.birthDate', 'personalInfo.identifier']),
    );
    const accountInfo = { ...sampleAccounts.EUR_ACCOUNT.accountInfo, iban: 'DE00', beneficiary: {} };
    const account = { customerId, currency: 'EUR', accountInfo };
    expect(refusedFields(await server.request('POST', '/customers/external-accounts', account))).toEqual(
      expect.arrayContaining(['accountInfo.beneficiary.beneficiaryType', 'accountInfo.iban']),
    );
  });

  it('is refused once for each field, with the schema checked first', async () => {
    const answer = await (await start()).request('POST', '/customers', { ...person, idType: 'X', identifier: '1' });
    expect(refusedFields(answer)).toEqual(['idType']);
  });
});

describe('field rules', () => {
  const { body: anything } = letrec((tie) => ({
    body: oneof(
      { maxDepth: 3 },
      constantFrom(null, true, '', 'OTHER', 'SSN', 'US', 'V9', 'EUR_ACCOUNT', 'INDIVIDUAL', '2999-01-01', 'http://a'),
      string(),
      integer(),
      array(tie('body'), { maxLength: 3 }),
      dictionary(string(), tie('body'), { maxKeys: 3 }),
    ),
  }));
  const bodies: Partial<Record<OperationId, object>> = {
    createCustomer: {
      ...person,
      idType: 'SSN',
      identifier: '1',
      endUserTermsConsent: published,
      birthDate: '2999-01-01',
    },
    updateCustomerById: { ...business, sourceOfFundsCategories: ['OTHER'], email: 'x', phoneNumber: 'y' },
    updatePlatformConfig: {
      umaDomain: '1.2.3.4',
      webhookEndpoint: 'http://example.com',
      supportedCurrencies: [{ currencyCode: 'USD', minAmount: 2, maxAmount: 1 }],
      feeConfigs: [{ feeType: 'A', sourceCurrency: 'USD', fixedFee: { currency: 'EUR', amount: 1 } }],
      scaConfig: { allowedOrigins: ['https://example.com'], relyingPartyId: 'example.org' },
    },
    createBeneficialOwner: { personalInfo: { idType: 'SSN', identifier: '1', birthDate: '2999-01-01' } },
    updateBeneficialOwner: { personalInfo: { idType: 'SSN', identifier: '1', birthDate: '2999-01-01' } },
    createCustomerExternalAccount: sampleAccounts.EUR_ACCOUNT,
    createPlatformExternalAccount: sampleAccounts.USD_ACCOUNT,
    agentCreateExternalAccount: sampleAccounts.INR_ACCOUNT,
    createQuote: { senderCustomerInfo: { FULL_NAME: 'Ada Lovelace', NATIONALITY: 'GB' } },
    agentCreateQuote: { senderCustomerInfo: { FULL_NAME: 'Ada Lovelace', NATIONALITY: 'GB' } },
    approvePendingPayment: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace', NATIONALITY: 'GB' } },
  };
  const ruled = Object.entries(operations).flatMap(([id, { handler }]) =>
    'fieldRules' in handler && handler.fieldRules !== undefined ? [id as OperationId] : [],
  );

  it('are tested below for every operation that has some', () => {
    expect(ruled.toSorted()).toEqual(Object.keys(bodies).toSorted());
  });

  it.each(ruled)('of %s accept values of any type without throwing', (id) => {
    const operation = { validator: () => validators(id), served: operations[id] };
    const moment = '2026-01-01T00:00:00.000Z';
    const surroundings = () => ({ now: moment, realNow: moment, rules: productionRules }) as const;
    const paths = placesIn(bodies[id]);
    uphold(
      property(
        array(
          constantFrom(...paths).chain((path) => anything.map((value) => ({ path, value }))),
          { minLength: 1, maxLength: 3 },
        ),
        (changes) => {
          const body = structuredClone(bodies[id]);
          for (const { path, value } of changes) put(body, path, value);
          const refusal = refuseRequest(
            operation,
            { path: {}, query: {}, body },
            [{ field: 'elsewhere', message: 'no' }],
            surroundings,
          );
          expect(refusal?.code).toBe('INVALID_INPUT');
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});

/** The places of all members of an object, at any depth. */
function placesIn(value: unknown, before: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...before, name], ...placesIn(member, [...before, name])]);
}

function put(body: unknown, path: readonly string[], value: unknown): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], body);
  const last = path.at(-1) ?? '';
  if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, value);
}
