import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import { accountKind } from './account-facts.ts';
import { fingerprintOf } from './fingerprint.ts';

const owner = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';

function of(
  type: AccountType,
  fields: Readonly<Record<string, unknown>> = {},
  customerId: string | null = owner,
): string {
  const { currency, accountInfo } = sampleAccount(type, fields);
  return fingerprintOf({ kind: accountKind(type), info: accountInfo }, customerId, currency, (text) => text);
}

it.each([
  ['an IBAN in lower case', 'EUR_ACCOUNT', { iban: 'de89370400440532013000' }],
  ['another BIC of the same IBAN', 'EUR_ACCOUNT', { swiftCode: 'COBADEFF' }],
  ['an account number in groups', 'USD_ACCOUNT', { accountNumber: '000-123 456-789' }],
  ['another bank name', 'USD_ACCOUNT', { bankName: 'Example Bank' }],
  ['another beneficiary', 'GBP_ACCOUNT', { beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } }],
  ['an address without its checksum', 'BASE_WALLET', { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }],
  ['an email key in upper case', 'BRL_ACCOUNT', { pixKey: 'ANA.SOUZA@EXAMPLE.COM' }],
  ['a virtual payment address in upper case', 'INR_ACCOUNT', { vpa: 'Ananya.Rao@ExampleBank' }],
  [
    'a Spark address in upper case',
    'SPARK_WALLET',
    { address: 'SPARK1PGSSYUVME97JSJ3R0LNQ25Z8TYZ2Z3N39Z5D3U8VVYXLUJSKMY5AY23FY7M6Q6' },
  ],
] as const)('the fingerprint is the same for %s', (_what, type, fields) => {
  expect(of(type, fields)).toBe(of(type));
});

it.each([
  ['another routing number', 'USD_ACCOUNT', { routingNumber: '021000021' }],
  ['another sort code', 'GBP_ACCOUNT', { sortCode: '200000' }],
  ['another branch', 'INR_ACCOUNT', { accountNumber: '50100123456789', ifsc: 'HDFC0000124', rail: 'NEFT' }],
  ['a Solana address in another case', 'SOLANA_WALLET', { address: '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxJ' }],
  ['a hyphen in an address with a domain', 'BRL_ACCOUNT', { pixKey: 'ana.sou-za@example.com' }],
] as const)('the fingerprint differs for %s', (_what, type, fields) => {
  expect(of(type, fields)).not.toBe(of(type));
});

it('the fingerprint differs by owner, kind and currency', () => {
  expect(of('EUR_ACCOUNT', {}, null)).not.toBe(of('EUR_ACCOUNT'));
  expect(of('BASE_WALLET')).not.toBe(of('POLYGON_WALLET'));
  const { accountInfo } = sampleAccount('SOLANA_WALLET');
  const kind = accountKind('SOLANA_WALLET');
  const inCurrency = (currency: string): string =>
    fingerprintOf({ kind, info: accountInfo }, owner, currency, (text) => text);
  expect(inCurrency('USDC')).not.toBe(inCurrency('USDT'));
});
