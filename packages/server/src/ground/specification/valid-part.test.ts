import { expect, it } from 'vitest';
import { validPart } from './valid-part.ts';

const part = (body: unknown, ...fields: readonly string[]): object | undefined =>
  validPart(
    body,
    fields.map((field) => ({ field, message: 'is wrong' })),
  );

it('leaves out wrong fields, and keeps the others', () => {
  const body = { email: 1, fullName: 'Ada', address: { country: 'X', line1: 'a' }, codes: ['A', 1] };
  expect(part(body, 'email', 'address.country', 'region')).toEqual({
    fullName: 'Ada',
    address: { line1: 'a' },
    codes: ['A', 1],
  });
  expect(body).toHaveProperty('email', 1);
});

it('leaves out a list with a wrong entry', () => {
  expect(part({ codes: ['A', 1], entries: [{ amount: 'x' }], fullName: 'Ada' }, 'codes.1', 'entries.0.amount')).toEqual(
    {
      fullName: 'Ada',
    },
  );
});

it('leaves out an object whose discriminator is wrong', () => {
  expect(part({ customerType: 'X', fullName: 5 }, 'customerType')).toBeUndefined();
  expect(part({ currency: 'USD', accountInfo: { iban: 5 } }, 'accountInfo.accountType')).toEqual({ currency: 'USD' });
});

it('returns nothing for a body that is not an object', () => {
  for (const body of [undefined, null, 'text', 5, []]) expect(part(body, 'body')).toBeUndefined();
  expect(part({ fullName: 'Ada' }, 'body')).toBeUndefined();
});
