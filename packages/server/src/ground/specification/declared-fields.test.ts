import { expect, it } from 'vitest';
import { onlyDeclared } from './declared-fields.ts';

it('keeps declared fields, through references and compositions', () => {
  const account = {
    accountType: 'EUR_ACCOUNT',
    iban: 'DE89370400440532013000',
    beneficiary: {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      countryOfResidence: 'DE',
      address: { line1: 'Invalidenstrasse 1' },
    },
  };
  expect(onlyDeclared('ExternalAccountCreateInfoOneOf', account)).toEqual(account);
});

it('leaves out undeclared fields at every level', () => {
  const account = {
    accountType: 'EUR_ACCOUNT',
    iban: 'x',
    extra: 1,
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'y', extra: 2 },
  };
  expect(onlyDeclared('ExternalAccountCreateInfoOneOf', account)).toEqual({
    accountType: 'EUR_ACCOUNT',
    iban: 'x',
    beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'y' },
  });
});

it('keeps only the fields of the union member that the value names', () => {
  const account = { accountType: 'GBP_ACCOUNT', sortCode: '601613', iban: 'x' };
  expect(onlyDeclared('ExternalAccountCreateInfoOneOf', account)).toEqual({
    accountType: 'GBP_ACCOUNT',
    sortCode: '601613',
  });
});

it('leaves out fields that only the service sets, in lists too', () => {
  const entry = {
    currencyCode: 'USD',
    minAmount: 1,
    maxAmount: 2,
    requiredCounterpartyFields: [{ name: 'EMAIL', mandatory: true, extra: 1 }],
  };
  const change = {
    supportedCurrencies: [{ ...entry, providerRequiredCustomerFields: ['EMAIL'] }],
    environment: 'PRODUCTION',
    id: 'x',
  };
  expect(onlyDeclared('PlatformConfigUpdateRequest', change)).toEqual({
    supportedCurrencies: [{ ...entry, requiredCounterpartyFields: [{ name: 'EMAIL', mandatory: true }] }],
  });
});

it('drops __proto__ and constructor', () => {
  const change = JSON.parse(
    '{"umaDomain":"example.com","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ) as object;
  expect(Object.keys(onlyDeclared('PlatformConfigUpdateRequest', change))).toEqual(['umaDomain']);
  expect('polluted' in {}).toBe(false);
});

it('throws on a schema that does not exist', () => {
  expect(() => onlyDeclared('NoSuchSchema', {})).toThrow('no schema NoSuchSchema');
});
