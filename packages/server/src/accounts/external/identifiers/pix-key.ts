import { textOf } from '../account-facts.ts';
import { type BrokenRule, type IdentifierRule, lowerCase } from './identifier-rule.ts';

interface KeyKind extends BrokenRule {
  readonly accepts: (key: string) => boolean;
  /** For keys with check digits: the form with any check digits. */
  readonly form?: RegExp;
}

/** The kinds of Pix key that Brazil's central bank defines. */
const kinds: Readonly<Record<string, KeyKind>> = {
  CPF: {
    format: 'cpf',
    message: 'Send a CPF of 11 digits; the last two are check digits.',
    accepts: (key) => /^[0-9]{11}$/.test(key) && !isRepeated(key) && hasCheckDigits(key, 11),
    form: /^[0-9]{11}$/,
  },
  CNPJ: {
    format: 'cnpj',
    message: 'Send a CNPJ of 14 digits; the last two are check digits.',
    accepts: (key) => /^[0-9]{14}$/.test(key) && !isRepeated(key) && hasCheckDigits(key, 9),
    form: /^[0-9]{14}$/,
  },
  EMAIL: {
    format: 'email',
    message: 'Send an email address of at most 77 characters.',
    accepts: (key) => key.length <= 77 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(key),
  },
  PHONE: {
    format: 'e.164',
    message: 'Send a Brazilian phone number: +55, the two digits of the area code and 8 or 9 more.',
    accepts: (key) => /^\+55[1-9][0-9][0-9]{8,9}$/.test(key),
  },
  RANDOM: {
    format: 'uuid',
    message: 'Send the random key as it was issued, a UUID.',
    accepts: (key) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key),
  },
};

export const pixKey: IdentifierRule = {
  refuse: (key, info) => {
    const kind = kinds[textOf(info, 'pixKeyType') ?? ''];
    return kind === undefined || kind.accepts(key) ? undefined : { format: kind.format, message: kind.message };
  },
  hasForm: (key, info) => {
    const kind = kinds[textOf(info, 'pixKeyType') ?? ''];
    return kind === undefined || (kind.form?.test(key) ?? kind.accepts(key));
  },
  canonical: lowerCase,
};

/** 111.111.111-11 and similar numbers pass the checksum but are never issued. */
function isRepeated(digits: string): boolean {
  return new Set(digits).size === 1;
}

/**
 * Checks both last digits: weights rise from 2 leftwards up to `largestWeight` and start again; modulo 11, where 10
 * counts as 0.
 */
function hasCheckDigits(digits: string, largestWeight: number): boolean {
  return [digits.length - 2, digits.length - 1].every((position) => {
    let sum = 0;
    for (let index = position - 1, weight = 2; index >= 0; index -= 1) {
      sum += Number(digits[index]) * weight;
      weight = weight === largestWeight ? 2 : weight + 1;
    }
    const check = (sum * 10) % 11;
    return Number(digits[position]) === (check === 10 ? 0 : check);
  });
}
