import { expect, it } from 'vitest';
import { asCurrency } from '../../ground/money/currency.ts';
import { crossRate } from './cross-rate.ts';

it('a cross rate is the ratio of two worths, 1 for one currency, and unknown without both worths', () => {
  const worths = { USD: '1', EUR: '1.25', GBP: '2' } as const;
  expect(crossRate(worths, 'USD', 'EUR')).toBe('1.25');
  expect(crossRate(worths, 'EUR', 'USD')).toBe('0.8');
  expect(crossRate(worths, 'GBP', 'EUR')).toBe('0.625');
  expect(crossRate(worths, 'ARS', 'ARS')).toBe('1');
  expect(crossRate(worths, 'USD', 'ARS')).toBeUndefined();
  expect(crossRate(worths, 'ARS', 'USD')).toBeUndefined();
});

it('a token has no worth, even if the worths name its code', () => {
  const worths = { USD: '1', EXD: '1' };
  const token = asCurrency('EXD');
  expect(crossRate(worths, 'USD', token)).toBeUndefined();
  expect(crossRate(worths, token, 'USD')).toBeUndefined();
  expect(crossRate(worths, token, token)).toBe('1');
});
