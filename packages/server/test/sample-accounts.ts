import type { AccountType } from '@payments-platform/types';

export interface SampleAccount {
  readonly currency: string;
  readonly accountInfo: Readonly<Record<string, unknown>> & { readonly accountType: AccountType };
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' } as const;
const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function bank(accountType: AccountType, currency: string, fields: Readonly<Record<string, unknown>>): SampleAccount {
  return { currency, accountInfo: { accountType, ...fields, beneficiary } };
}

function wallet(accountType: AccountType, currency: string, address: string): SampleAccount {
  return { currency, accountInfo: { accountType, address } };
}

/** One valid account of each kind, none with a sandbox suffix. */
export const sampleAccounts: Readonly<Record<AccountType, SampleAccount>> = {
  USD_ACCOUNT: bank('USD_ACCOUNT', 'USD', { accountNumber: '000123456789', routingNumber: '110000000' }),
  EUR_ACCOUNT: bank('EUR_ACCOUNT', 'EUR', { iban: 'DE89370400440532013000', swiftCode: 'COBADEFFXXX' }),
  GBP_ACCOUNT: bank('GBP_ACCOUNT', 'GBP', { sortCode: '601613', accountNumber: '31926819' }),
  MXN_ACCOUNT: bank('MXN_ACCOUNT', 'MXN', { clabeNumber: '032180000118359719' }),
  BRL_ACCOUNT: bank('BRL_ACCOUNT', 'BRL', {
    pixKey: 'ana.souza@example.com',
    pixKeyType: 'EMAIL',
    taxId: '11144477735',
  }),
  INR_ACCOUNT: bank('INR_ACCOUNT', 'INR', { vpa: 'ananya.rao@examplebank' }),
  SPARK_WALLET: wallet('SPARK_WALLET', 'BTC', 'spark1pgssyuvme97jsj3r0lnq25z8tyz2z3n39z5d3u8vvyxlujskmy5ay23fy7m6q6'),
  SOLANA_WALLET: wallet('SOLANA_WALLET', 'USDC', '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj'),
  TRON_WALLET: wallet('TRON_WALLET', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  PLASMA_WALLET: wallet('PLASMA_WALLET', 'USDT', evmAddress),
  POLYGON_WALLET: wallet('POLYGON_WALLET', 'USDC', evmAddress),
  BASE_WALLET: wallet('BASE_WALLET', 'USDC', evmAddress),
  ETHEREUM_WALLET: wallet('ETHEREUM_WALLET', 'USDC', evmAddress),
  LIGHTNING: { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', lightningAddress: 'ada@wallet.example.com' } },
};

/** The sample with other fields, as a request body. */
export function sampleAccount(type: AccountType, fields: Readonly<Record<string, unknown>> = {}): SampleAccount {
  const { currency, accountInfo } = sampleAccounts[type];
  return { currency, accountInfo: { ...accountInfo, ...fields } };
}
