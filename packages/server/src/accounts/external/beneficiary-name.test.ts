import { expect, it } from 'vitest';
import { beneficiaryName } from './beneficiary-name.ts';

it('the beneficiary name is the full name of a person, the legal name of a business, or null', () => {
  const business = { beneficiaryType: 'BUSINESS', legalName: 'Compiler Works Inc' };
  expect(beneficiaryName({ beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } })).toBe(
    'Grace Hopper',
  );
  expect(beneficiaryName({ beneficiary: business })).toBe('Compiler Works Inc');
  for (const info of [{}, { beneficiary: null }, { beneficiary: {} }]) expect(beneficiaryName(info)).toBe(null);
});
