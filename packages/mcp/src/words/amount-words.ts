import { currencies } from '@payments-platform/types';

function decimalsOf(code: string): number | undefined {
  return Object.values(currencies).find((currency) => currency.code === code)?.decimals;
}

/** `15000` of USD as `150.00 USD`. */
export function amountWords(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) return `${minor} in the smallest unit of ${currency}`;
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${minor < 0 ? '-' : ''}${whole}${part} ${currency}`;
}

/** `2025-01-01T06:15:00.000Z` as `2025-01-01 06:15:00 UTC`. */
export function momentWords(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
