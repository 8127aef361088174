import { digitsOf } from '../../ground/ids/hash-of.ts';

/** Numbers of test cards begin so; no network sends them anywhere. */
const issuerDigits = '400000';
const ownDigits = 5;

/**
 * The number of a card of the sandbox: always the same one for a card, in no store, and right by its check digit (ISO/IEC
 * 7812, Luhn). Its last four digits are given, so the one before them makes it right.
 */
export function sandboxCardNumber(cardId: string, last4: string): string {
  const start = `${issuerDigits}${digitsOf(`number ${cardId}`, ownDigits)}`;
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}${last4}`).find(passesLuhn);
  if (number === undefined) throw new Error('no digit makes a card number right');
  return number;
}

export function sandboxSecurityCode(cardId: string): string {
  return digitsOf(`security code ${cardId}`, 3);
}

/** From the right, every second digit counts twice, and its digits are added up. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, text] of [...number].reverse().entries()) {
    const digit = Number(text) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
