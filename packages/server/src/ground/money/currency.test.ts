import { describe, expect, it } from 'vitest';
import { writeJson } from '../json/json-text.ts';
import {
  asCurrency,
  type CurrencyCode,
  type CurrencyView,
  currencyCode,
  isCurrencyCode,
  isFiat,
  minorPerMajor,
  tokenCode,
  viewCurrency,
} from './currency.ts';

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
  it('is state money or not, and a token is not', () => {
    expect(['USD', 'RWF', 'USDC', 'BTC', 'EXD'].map((code) => isFiat(asCurrency(code)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is one of the specification or a token', () => {
    expect(['USD', 'BTC', 'EXD'].map(asCurrency)).toEqual(['USD', 'BTC', 'EXD']);
    expect(() => asCurrency('exd')).toThrow('lists no currency exd');
  });
});

describe('a token', () => {
  it('has a code of three to ten capitals and digits that begins with a capital and is no other currency', () => {
    for (const code of ['EXD', 'EX2', 'E234567890']) expect(tokenCode(code)).toBe(code);
    for (const code of ['EX', 'E2345678901', '2EX', 'exd', 'EXd', '-EXD', 'EXD-', 'EXD\n', ''])
      expect(tokenCode(code)).toBeUndefined();
    for (const code of ['USD', 'USDC', 'BTC']) expect(tokenCode(code)).toBeUndefined();
  });

  it('is shown as its description, and not without one', () => {
    const description = { code: 'EXD', name: 'Example Dollar', symbol: 'E$', decimals: 6 };
    expect(viewCurrency(asCurrency('EXD'), writeJson<CurrencyView>(description))).toEqual(description);
    expect(() => viewCurrency(asCurrency('EXD'))).toThrow('lists no currency EXD');
  });
});
