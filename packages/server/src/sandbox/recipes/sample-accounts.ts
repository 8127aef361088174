import type { AccountType } from '@payments-platform/types';

export interface SampleAccount {
  readonly currency: string;
  readonly accountInfo: Readonly<Record<string, unknown>> & { readonly accountType: AccountType };
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' } as const;
const resident = {
  ...beneficiary,
  phoneNumber: '+4915112345678',
  address: { line1: 'Invalidenstrasse 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
} as const;
const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function bank(
  accountType: AccountType,
  currency: string,
  fields: Readonly<Record<string, unknown>>,
  owner: typeof beneficiary = beneficiary,
): SampleAccount {
  return { currency, accountInfo: { accountType, ...fields, beneficiary: owner } };
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
  AED_ACCOUNT: bank('AED_ACCOUNT', 'AED', { iban: 'AE070331234567890123456', swiftCode: 'EXBKAEADXXX' }, resident),
  BDT_ACCOUNT: bank('BDT_ACCOUNT', 'BDT', { bankName: 'EXAMPLE_BANK_BANGLADESH', phoneNumber: '+8801712345678' }),
  BWP_ACCOUNT: bank('BWP_ACCOUNT', 'BWP', { phoneNumber: '+26771234567', provider: 'ORANGE' }),
  CAD_ACCOUNT: bank('CAD_ACCOUNT', 'CAD', { bankCode: '999', branchCode: '00011', accountNumber: '1234567890' }),
  CNY_ACCOUNT: bank('CNY_ACCOUNT', 'CNY', { accountNumber: '6222020200012345678', bankName: 'EXAMPLE_BANK_CHINA' }),
  COP_ACCOUNT: bank('COP_ACCOUNT', 'COP', { bankName: 'EXAMPLE_BANK_COLOMBIA', phoneNumber: '+573001234567' }),
  DKK_ACCOUNT: bank('DKK_ACCOUNT', 'DKK', { iban: 'DK5000400440116243', swiftCode: 'EXBKDKKKXXX' }),
  EGP_ACCOUNT: bank('EGP_ACCOUNT', 'EGP', { iban: 'EG050019000500000000263180111', bankName: 'EXAMPLE_BANK_EGYPT' }),
  GHS_ACCOUNT: bank('GHS_ACCOUNT', 'GHS', { bankName: 'EXAMPLE_BANK_GHANA', phoneNumber: '+233241234567' }),
  GTQ_ACCOUNT: bank(
    'GTQ_ACCOUNT',
    'GTQ',
    { accountNumber: '30020012345678', bankAccountType: 'SAVINGS', bankName: 'EXAMPLE_BANK_GUATEMALA' },
    resident,
  ),
  HKD_ACCOUNT: bank('HKD_ACCOUNT', 'HKD', {
    bankName: 'EXAMPLE_BANK_HONG_KONG',
    accountNumber: '123456789833',
    swiftCode: 'EXBKHKHHXXX',
  }),
  HTG_ACCOUNT: bank('HTG_ACCOUNT', 'HTG', { phoneNumber: '+50934123456' }),
  IDR_ACCOUNT: bank('IDR_ACCOUNT', 'IDR', {
    bankName: 'EXAMPLE_BANK_INDONESIA',
    accountNumber: '0123456789',
    swiftCode: 'EXBKIDJAXXX',
    phoneNumber: '+6281234567890',
  }),
  JMD_ACCOUNT: bank(
    'JMD_ACCOUNT',
    'JMD',
    { accountNumber: '001234567', branchCode: '10025', bankAccountType: 'SAVINGS', bankName: 'EXAMPLE_BANK_JAMAICA' },
    resident,
  ),
  KES_ACCOUNT: bank('KES_ACCOUNT', 'KES', { phoneNumber: '+254712345678', provider: 'M-PESA' }),
  MWK_ACCOUNT: bank('MWK_ACCOUNT', 'MWK', { phoneNumber: '+265991234567', provider: 'AIRTEL' }),
  MYR_ACCOUNT: bank('MYR_ACCOUNT', 'MYR', {
    bankName: 'EXAMPLE_BANK_MALAYSIA',
    accountNumber: '512345678901',
    swiftCode: 'EXBKMYKLXXX',
  }),
  NGN_ACCOUNT: bank('NGN_ACCOUNT', 'NGN', { accountNumber: '0123456789', bankName: 'EXAMPLE_BANK_NIGERIA' }),
  PHP_ACCOUNT: bank('PHP_ACCOUNT', 'PHP', { bankName: 'EXAMPLE_BANK_PHILIPPINES', accountNumber: '001234567890' }),
  PKR_ACCOUNT: bank('PKR_ACCOUNT', 'PKR', { bankName: 'EXAMPLE_BANK_PAKISTAN', iban: 'PK36SCBL0000001123456702' }),
  RWF_ACCOUNT: bank('RWF_ACCOUNT', 'RWF', { phoneNumber: '+250781234567', provider: 'MTN' }),
  SGD_ACCOUNT: bank('SGD_ACCOUNT', 'SGD', {
    bankName: 'EXAMPLE_BANK_SINGAPORE',
    accountNumber: '0123456789',
    swiftCode: 'EXBKSGSGXXX',
  }),
  SLV_ACCOUNT: bank('SLV_ACCOUNT', 'USD', {
    bankName: 'EXAMPLE_BANK_EL_SALVADOR',
    accountNumber: '0123456789100',
    bankAccountType: 'SAVINGS',
  }),
  SWIFT_ACCOUNT: bank('SWIFT_ACCOUNT', 'USD', {
    country: 'NZ',
    swiftCode: 'EXBKNZ2AXXX',
    bankName: 'Example Bank New Zealand',
    accountNumber: '1234567890123456',
  }),
  THB_ACCOUNT: bank('THB_ACCOUNT', 'THB', {
    bankName: 'EXAMPLE_BANK_THAILAND',
    accountNumber: '0123456789',
    swiftCode: 'EXBKTHBKXXX',
  }),
  TZS_ACCOUNT: bank('TZS_ACCOUNT', 'TZS', { phoneNumber: '+255712345678', provider: 'VODACOM' }),
  UGX_ACCOUNT: bank('UGX_ACCOUNT', 'UGX', { phoneNumber: '+256772345678', provider: 'MTN' }),
  VND_ACCOUNT: bank('VND_ACCOUNT', 'VND', {
    bankName: 'EXAMPLE_BANK_VIETNAM',
    accountNumber: '0123456789100',
    swiftCode: 'EXBKVNVXXXX',
  }),
  XAF_ACCOUNT: bank('XAF_ACCOUNT', 'XAF', { phoneNumber: '+237671234567', provider: 'MTN', region: 'CM' }),
  XOF_ACCOUNT: bank('XOF_ACCOUNT', 'XOF', { phoneNumber: '+221771234567', provider: 'ORANGE', region: 'SN' }),
  ZAR_ACCOUNT: bank('ZAR_ACCOUNT', 'ZAR', { accountNumber: '62123456789', bankName: 'EXAMPLE_BANK_SOUTH_AFRICA' }),
  ZMW_ACCOUNT: bank('ZMW_ACCOUNT', 'ZMW', { phoneNumber: '+260971234567', provider: 'AIRTEL' }),
  SPARK_WALLET: wallet('SPARK_WALLET', 'BTC', 'spark1pgssyuvme97jsj3r0lnq25z8tyz2z3n39z5d3u8vvyxlujskmy5ay23fy7m6q6'),
  BITCOIN_WALLET: wallet('BITCOIN_WALLET', 'BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
  SOLANA_WALLET: wallet('SOLANA_WALLET', 'USDC', '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj'),
  TRON_WALLET: wallet('TRON_WALLET', 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  PLASMA_WALLET: wallet('PLASMA_WALLET', 'USDT', evmAddress),
  POLYGON_WALLET: wallet('POLYGON_WALLET', 'USDC', evmAddress),
  BASE_WALLET: wallet('BASE_WALLET', 'USDC', evmAddress),
  ETHEREUM_WALLET: wallet('ETHEREUM_WALLET', 'USDC', evmAddress),
  LIGHTNING: { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', lightningAddress: 'ada@wallet.example.com' } },
};
