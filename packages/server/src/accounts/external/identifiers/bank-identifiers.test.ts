import { expect, it } from 'vitest';
import { aba, clabe, iban, sortCode } from './bank-identifiers.ts';

it.each(['110000000', '021000021', '011401533'])('accepts the routing number %s', (value) => {
  expect(aba.refuse(value, {})).toBeUndefined();
});

it.each(['110000001', '021000012', '000000000', '12345678', '02100002a'])('refuses the routing number %s', (value) => {
  expect(aba.refuse(value, {})?.format).toBe('aba-routing-number');
});

it.each(['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606', 'nl91abna0417164300'])(
  'accepts the IBAN %s',
  (value) => {
    expect(iban.refuse(value, {})).toBeUndefined();
  },
);

it.each([
  ['wrong check digits', 'DE88370400440532013000'],
  ['two digits swapped', 'DE89370400440532031000'],
  ['a digit too few', 'DE8937040044053201300'],
  ['a country without IBANs', 'US64SVBKUS6S3300958879'],
  ['letters where the country has digits', 'DE89370400440532013O00'],
])('refuses an IBAN with %s', (_reason, value) => {
  expect(iban.refuse(value, {})?.format).toBe('iban');
});

it('an IBAN is the same in either case', () => {
  expect(iban.canonical('NL91ABNA0417164300')).toBe(iban.canonical('nl91abna0417164300'));
});

it.each(['032180000118359719', '002010077777777771'])('accepts the CLABE %s', (value) => {
  expect(clabe.refuse(value, {})).toBeUndefined();
});

it.each(['032180000118359718', '032180000181359719', '03218000011835971'])('refuses the CLABE %s', (value) => {
  expect(clabe.refuse(value, {})?.format).toBe('clabe');
});

it('refuses the sort code 000000', () => {
  expect(sortCode.refuse('601613', {})).toBeUndefined();
  expect(sortCode.refuse('000000', {})?.format).toBe('sort-code');
});
