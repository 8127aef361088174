import { countrySpecs, isValidIBAN } from 'ibantools';
import { clabeOf } from '../../../engines/funding/check-digits.ts';
import { rule } from './identifier-rule.ts';

const routingWeights = [3, 7, 1] as const;

function isRoutingNumber(value: string): boolean {
  if (!/^[0-9]{9}$/.test(value) || value === '000000000') return false;
  const sum = [...value].reduce((total, digit, index) => total + Number(digit) * (routingWeights[index % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** The checksum of the American Bankers Association: the sum of the digits, weighted 3, 7, 1, is a multiple of ten. */
export const aba = rule(
  { format: 'aba-routing-number', message: 'Send a routing number of 9 digits with a correct check digit.' },
  isRoutingNumber,
  { form: /^[0-9]{9}$/ },
);

/** ISO 13616: the country's length and structure, its own check digits if it has any, and MOD 97-10. */
export const iban = rule(
  { format: 'iban', message: 'Send an IBAN with the right length and correct check digits.' },
  (value) => isValidIBAN(value.toUpperCase()),
  { form: (value) => hasCountryForm(value.toUpperCase()) },
);

/** Two letters, two digits, and the account number in the format of the country. */
function hasCountryForm(value: string): boolean {
  const [, country = '', account = ''] = /^([A-Z]{2})[0-9]{2}([A-Z0-9]+)$/.exec(value) ?? [];
  const { chars, bban_regexp: pattern } = countrySpecs[country] ?? {};
  return value.length === chars && pattern !== null && pattern !== undefined && new RegExp(pattern).test(account);
}

export const clabe = rule(
  { format: 'clabe', message: 'Send a CLABE of 18 digits with a correct check digit.' },
  (value) => /^[0-9]{18}$/.test(value) && clabeOf(value.slice(0, 17)) === value,
  { form: /^[0-9]{18}$/ },
);

/** Sort codes have no check digit, so only placeholders are refused. */
export const sortCode = rule(
  { format: 'sort-code', message: 'Send the sort code of a branch.' },
  (value) => /^[0-9]{6}$/.test(value) && value !== '000000',
);
