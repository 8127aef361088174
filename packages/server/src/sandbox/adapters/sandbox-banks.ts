import type { Bank } from '../../engines/directory/directory.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** Countries with a list of banks and mobile money providers: country, its name, and its currency. */
const countries: readonly (readonly [
  country: string,
  name: string,
  currency: CurrencyCode,
  hasMobileMoney: boolean,
])[] = [
  ['AE', 'United Arab Emirates', 'AED', false],
  ['BD', 'Bangladesh', 'BDT', true],
  ['BW', 'Botswana', 'BWP', true],
  ['CM', 'Cameroon', 'XAF', true],
  ['CN', 'China', 'CNY', true],
  ['CO', 'Colombia', 'COP', true],
  ['EG', 'Egypt', 'EGP', true],
  ['GH', 'Ghana', 'GHS', true],
  ['GT', 'Guatemala', 'GTQ', false],
  ['HK', 'Hong Kong', 'HKD', false],
  ['HT', 'Haiti', 'HTG', true],
  ['ID', 'Indonesia', 'IDR', false],
  ['JM', 'Jamaica', 'JMD', false],
  ['KE', 'Kenya', 'KES', true],
  ['MW', 'Malawi', 'MWK', true],
  ['MY', 'Malaysia', 'MYR', false],
  ['NG', 'Nigeria', 'NGN', false],
  ['PH', 'Philippines', 'PHP', false],
  ['PK', 'Pakistan', 'PKR', true],
  ['RW', 'Rwanda', 'RWF', true],
  ['SG', 'Singapore', 'SGD', false],
  ['SN', 'Senegal', 'XOF', true],
  ['SV', 'El Salvador', 'USD', true],
  ['TH', 'Thailand', 'THB', false],
  ['TZ', 'Tanzania', 'TZS', true],
  ['UG', 'Uganda', 'UGX', true],
  ['VN', 'Vietnam', 'VND', false],
  ['ZA', 'South Africa', 'ZAR', false],
  ['ZM', 'Zambia', 'ZMW', true],
];

/** The banks of the sandbox, by country, currency and name; none of them is a real one. */
export const sandboxBanks: readonly Bank[] = countries.flatMap(([country, name, currency, hasMobileMoney]) => {
  const names = [
    `Example Bank ${name}`,
    `Sample Bank ${name}`,
    ...(hasMobileMoney ? [`Sample Mobile Money ${name}`] : []),
  ];
  return names.map((displayName) => ({
    bankName: displayName.toUpperCase().replaceAll(' ', '_'),
    displayName,
    country,
    currency,
  }));
});
