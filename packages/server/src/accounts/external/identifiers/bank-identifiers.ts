import { countrySpecs, isValidIBAN } from 'ibantools';
import { clabeOf } from '../../../engines/funding/check-digits.ts';
import { rule } from './identifier-rule.ts';

const routingWeights = [3, 7, 1] as const;

function isRoutingNumber(value: string): boolean {
  if (!/^[0-9]{9}$/.test(value) || value === '000000000') return false;
  const sum = [...value].reduce((total, digit, index) => total + Number(digit) * (routingWeights[index % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** The checksum of the American Bankers Association: digits weighted 3, 7, 1 make a multiple of ten. */
export const aba = rule(
  { format: 'aba-routing-number', message: 'Send a routing number: 9 digits whose check digit is right.' },
  isRoutingNumber,
  { form: /^[0-9]{9}$/ },
);

/** ISO 13616: length and structure of the country, its own check digits where it has some, and MOD 97-10. */
export const iban = rule(
  { format: 'iban', message: 'Send an IBAN whose length and check digits are right.' },
  (value) => isValidIBAN(value.toUpperCase()),
  { form: (value) => hasCountryForm(value.toUpperCase()) },
);

/** Two letters, two digits, and the account as the country writes it. */
function hasCountryForm(value: string): boolean {
  const [, country = '', account = ''] = /^([A-Z]{2})[0-9]{2}([A-Z0-9]+)$/.exec(value) ?? [];
  const { chars, bban_regexp: pattern } = countrySpecs[country] ?? {};
  return value.length === chars && pattern !== null && pattern !== undefined && new RegExp(pattern).test(account);
}

export const clabe = rule(
  { format: 'clabe', message: 'Send a CLABE: 18 digits whose check digit is right.' },
  (value) => /^[0-9]{18}$/.test(value) && clabeOf(value.slice(0, 17)) === value,
  { form: /^[0-9]{18}$/ },
);

/** Sort codes have no check digit; what is left to refuse is a placeholder. */
export const sortCode = rule(
  { format: 'sort-code', message: 'Send the sort code of a branch.' },
  (value) => /^[0-9]{6}$/.test(value) && value !== '000000',
);
