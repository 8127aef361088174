import { expect, it } from 'vitest';
import { checkName } from './sandbox-names.ts';

const name = 'Grace Brewster Hopper';

it.each([
  ['102', 'NOT_MATCHED', null],
  ['103', 'PARTIAL_MATCH', 'G. Hopper'],
  ['104', 'PENDING', null],
  ['106', 'UNSUPPORTED', null],
  ['107', 'CHECKED_BY_RECEIVING_FI', null],
  ['002', 'MATCHED', 'Grace Brewster Hopper'],
  ['101', 'MATCHED', 'Grace Brewster Hopper'],
])('answers an identifier that ends in %s with %s', (suffix, status, verifiedName) => {
  expect(checkName(`000123456${suffix}`, name)).toEqual({ status, verifiedName });
  expect(checkName(`grace.${suffix}@example.com`, name)).toEqual({ status, verifiedName });
});

it('returns nothing for an account that ends in 105', () => {
  expect(checkName('000123456105', name)).toBeUndefined();
  expect(checkName('grace.105@example.com', name)).toBeUndefined();
});

it('ignores digits in the domain of an email address', () => {
  expect(checkName('grace@example105', name)?.status).toBe('MATCHED');
});
