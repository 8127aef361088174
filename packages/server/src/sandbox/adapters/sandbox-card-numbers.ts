import { digitsOf } from '../../ground/ids/hash-of.ts';

/** The first digits of test cards. No network routes them. */
const issuerDigits = '400000';
const ownDigits = 5;

/**
 * The number of a sandbox card: derived from the card, never stored, and with a valid check digit (ISO/IEC 7812, Luhn).
 * Its last four digits are given, so the digit before them is chosen to make the number valid.
 */
export function sandboxCardNumber(cardId: string, last4: string): string {
  const start = `${issuerDigits}${digitsOf(`number ${cardId}`, ownDigits)}`;
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}${last4}`).find(passesLuhn);
  if (number === undefined) throw new Error('no digit makes a card number valid');
  return number;
}

export function sandboxSecurityCode(cardId: string): string {
  return digitsOf(`security code ${cardId}`, 3);
}

/** From the right, every second digit is doubled, and the digits of the result are added. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, text] of [...number].reverse().entries()) {
    const digit = Number(text) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
