// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** Every currency with the number of decimals of its smallest unit. */
export const currencies = {
  AED: { code: 'AED', name: 'United Arab Emirates Dirham', symbol: 'د.إ', decimals: 2, kind: 'FIAT' },
  ARS: { code: 'ARS', name: 'Argentine Peso', symbol: '$', decimals: 2, kind: 'FIAT' },
  BDT: { code: 'BDT', name: 'Bangladeshi Taka', symbol: '৳', decimals: 2, kind: 'FIAT' },
  BRL: { code: 'BRL', name: 'Brazilian Real', symbol: 'R$', decimals: 2, kind: 'FIAT' },
  BTC: { code: 'BTC', name: 'Bitcoin', symbol: '₿', decimals: 8, kind: 'CRYPTO' },
  BWP: { code: 'BWP', name: 'Botswana Pula', symbol: 'P', decimals: 2, kind: 'FIAT' },
  CAD: { code: 'CAD', name: 'Canadian Dollar', symbol: '$', decimals: 2, kind: 'FIAT' },
  CNY: { code: 'CNY', name: 'Chinese Yuan', symbol: '¥', decimals: 2, kind: 'FIAT' },
  COP: { code: 'COP', name: 'Colombian Peso', symbol: '$', decimals: 2, kind: 'FIAT' },
  DKK: { code: 'DKK', name: 'Danish Krone', symbol: 'kr', decimals: 2, kind: 'FIAT' },
  EGP: { code: 'EGP', name: 'Egyptian Pound', symbol: 'E£', decimals: 2, kind: 'FIAT' },
  EUR: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2, kind: 'FIAT' },
  GBP: { code: 'GBP', name: 'Pound Sterling', symbol: '£', decimals: 2, kind: 'FIAT' },
  GHS: { code: 'GHS', name: 'Ghanaian Cedi', symbol: 'GH₵', decimals: 2, kind: 'FIAT' },
  GTQ: { code: 'GTQ', name: 'Guatemalan Quetzal', symbol: 'Q', decimals: 2, kind: 'FIAT' },
  HKD: { code: 'HKD', name: 'Hong Kong Dollar', symbol: 'HK$', decimals: 2, kind: 'FIAT' },
  HTG: { code: 'HTG', name: 'Haitian Gourde', symbol: 'G', decimals: 2, kind: 'FIAT' },
  IDR: { code: 'IDR', name: 'Indonesian Rupiah', symbol: 'Rp', decimals: 2, kind: 'FIAT' },
  INR: { code: 'INR', name: 'Indian Rupee', symbol: '₹', decimals: 2, kind: 'FIAT' },
  JMD: { code: 'JMD', name: 'Jamaican Dollar', symbol: 'J$', decimals: 2, kind: 'FIAT' },
  KES: { code: 'KES', name: 'Kenyan Shilling', symbol: 'KSh', decimals: 2, kind: 'FIAT' },
  MWK: { code: 'MWK', name: 'Malawian Kwacha', symbol: 'MK', decimals: 2, kind: 'FIAT' },
  MXN: { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2, kind: 'FIAT' },
  MYR: { code: 'MYR', name: 'Malaysian Ringgit', symbol: 'RM', decimals: 2, kind: 'FIAT' },
  NGN: { code: 'NGN', name: 'Nigerian Naira', symbol: '₦', decimals: 2, kind: 'FIAT' },
  PHP: { code: 'PHP', name: 'Philippine Peso', symbol: '₱', decimals: 2, kind: 'FIAT' },
  PKR: { code: 'PKR', name: 'Pakistani Rupee', symbol: 'Rs', decimals: 2, kind: 'FIAT' },
  RWF: { code: 'RWF', name: 'Rwandan Franc', symbol: 'FRw', decimals: 0, kind: 'FIAT' },
  SGD: { code: 'SGD', name: 'Singapore Dollar', symbol: 'S$', decimals: 2, kind: 'FIAT' },
  THB: { code: 'THB', name: 'Thai Baht', symbol: '฿', decimals: 2, kind: 'FIAT' },
  TZS: { code: 'TZS', name: 'Tanzanian Shilling', symbol: 'TSh', decimals: 2, kind: 'FIAT' },
  UGX: { code: 'UGX', name: 'Ugandan Shilling', symbol: 'USh', decimals: 0, kind: 'FIAT' },
  USD: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2, kind: 'FIAT' },
  USDB: { code: 'USDB', name: 'USDB', symbol: 'USDB', decimals: 6, kind: 'CRYPTO' },
  USDC: { code: 'USDC', name: 'USD Coin', symbol: 'USDC', decimals: 6, kind: 'CRYPTO' },
  USDT: { code: 'USDT', name: 'Tether USD', symbol: 'USDT', decimals: 6, kind: 'CRYPTO' },
  VND: { code: 'VND', name: 'Vietnamese Dong', symbol: '₫', decimals: 0, kind: 'FIAT' },
  XAF: { code: 'XAF', name: 'Central African CFA Franc', symbol: 'FCFA', decimals: 0, kind: 'FIAT' },
  XOF: { code: 'XOF', name: 'West African CFA Franc', symbol: 'CFA', decimals: 0, kind: 'FIAT' },
  ZAR: { code: 'ZAR', name: 'South African Rand', symbol: 'R', decimals: 2, kind: 'FIAT' },
  ZMW: { code: 'ZMW', name: 'Zambian Kwacha', symbol: 'ZK', decimals: 2, kind: 'FIAT' },
} as const;

/** The customer fields that providers require for a currency; currencies without a row require none. */
export const requiredCustomerFields = { NGN: ['ADDRESS', 'PHONE_NUMBER'] } as const;

/** The currencies of embedded wallets, whose keys only the customer uses. */
export const walletCurrencies = ['USDB'] as const;

export type Currencies = typeof currencies;

/** The code of a supported currency. */
export type CurrencyCode = keyof Currencies;
