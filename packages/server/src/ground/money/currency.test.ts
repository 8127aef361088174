import { describe, expect, it } from 'vitest';
import { type CurrencyCode, currencyCode, isCurrencyCode, minorPerMajor, viewCurrency } from './currency.ts';

describe('a currency', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['GBP', 2],
    ['MXN', 2],
    ['BRL', 2],
    ['INR', 2],
    ['USDC', 6],
    ['USDT', 6],
    ['BTC', 8],
  ] as const)('is shown as an object: %s has %i decimals', (code, decimals) => {
    expect(viewCurrency(code)).toEqual({ code, name: expect.any(String), symbol: expect.any(String), decimals });
    expect(minorPerMajor(code)).toBe(10n ** BigInt(decimals));
  });

  it('is known by its exact code only', () => {
    const codes: readonly CurrencyCode[] = ['USD', 'USDC'];
    for (const code of codes) expect(isCurrencyCode(code)).toBe(true);
    for (const code of ['usd', 'XXX', '', 'toString']) expect(isCurrencyCode(code)).toBe(false);
    expect(() => currencyCode('XXX')).toThrow('lists no currency XXX');
  });
});
