import { createHash } from 'node:crypto';
import { accountFacts, type PaymentInstructions } from '@payments-platform/types';
import type { CurrencyCode } from '../money/currency.ts';
import { clabeOf, crc16, ibanOf } from './check-digits.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import { bitcoinAddress, evmAddress, solanaAddress, sparkAddress, tronAddress } from './wallet-addresses.ts';

type AccountInfo = PaymentInstructions['accountOrWalletInfo'];
type InfoOf<T extends AccountInfo['accountType']> = Extract<AccountInfo, { accountType: T }>;
type FundableAccount = Pick<InternalAccountRow, 'id' | 'customer_id' | 'currency' | 'reference'>;
type Option = (account: FundableAccount) => AccountInfo;

const bank = {
  name: 'Sandbox Bank',
  routingNumber: '110000000',
  sortCode: '200000',
  swiftCode: 'SNDBDEFFXXX',
  germanBankCode: '99999999',
  clabeBankAndPlaza: '646180',
  ifsc: 'SNDB0000001',
  pixKeyDomain: 'br.gov.bcb.pix',
} as const;

/** Bytes that belong to the account and the purpose, the same at every look. */
function bytesOf({ id }: FundableAccount, purpose: string): Uint8Array {
  return createHash('sha256').update(`${purpose} ${id}`).digest();
}

function digitsOf(account: FundableAccount, purpose: string, count: number): string {
  return [...bytesOf(account, purpose).subarray(0, count)].map((byte) => byte % 10).join('');
}

function usdAccount(account: FundableAccount): InfoOf<'USD_ACCOUNT'> {
  return {
    accountType: 'USD_ACCOUNT',
    accountNumber: digitsOf(account, 'USD', 10),
    routingNumber: bank.routingNumber,
    bankName: bank.name,
    bankAccountType: 'CHECKING',
    paymentRails: [...accountFacts.USD_ACCOUNT.rails],
    reference: account.reference,
  };
}

function eurAccount(account: FundableAccount): InfoOf<'EUR_ACCOUNT'> {
  return {
    accountType: 'EUR_ACCOUNT',
    iban: ibanOf('DE', `${bank.germanBankCode}${digitsOf(account, 'EUR', 10)}`),
    swiftCode: bank.swiftCode,
    paymentRails: [...accountFacts.EUR_ACCOUNT.rails],
    reference: account.reference,
  };
}

function gbpAccount(account: FundableAccount): InfoOf<'GBP_ACCOUNT'> {
  return {
    accountType: 'GBP_ACCOUNT',
    sortCode: bank.sortCode,
    accountNumber: digitsOf(account, 'GBP', 8),
    paymentRails: [...accountFacts.GBP_ACCOUNT.rails],
    reference: account.reference,
  };
}

function mxnAccount(account: FundableAccount): InfoOf<'MXN_ACCOUNT'> {
  return {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: clabeOf(`${bank.clabeBankAndPlaza}${digitsOf(account, 'MXN', 11)}`),
    paymentRails: [...accountFacts.MXN_ACCOUNT.rails],
    reference: account.reference,
  };
}

/** A tag of an EMV QR code: two digits, the length of the value, the value. */
function tag(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

function brlAccount(account: FundableAccount): InfoOf<'BRL_ACCOUNT'> {
  const pixKey = account.id.slice(account.id.indexOf(':') + 1);
  const unchecked = [
    tag('00', '01'),
    tag('26', tag('00', bank.pixKeyDomain) + tag('01', pixKey)),
    tag('52', '0000'),
    tag('53', '986'),
    tag('58', 'BR'),
    tag('59', bank.name.toUpperCase()),
    tag('60', 'SAO PAULO'),
    tag('62', tag('05', account.reference)),
    '6304',
  ].join('');
  return { accountType: 'BRL_ACCOUNT', qrCode: `${unchecked}${crc16(unchecked)}` };
}

function upiAddress(account: FundableAccount): InfoOf<'INR_ACCOUNT'> {
  const vpa = `deposit.${account.reference.toLowerCase()}@sandboxbank`;
  const info = { accountType: 'INR_ACCOUNT', vpa, paymentRails: ['UPI'] } as const;
  return info;
}

function inrAccount(account: FundableAccount): InfoOf<'INR_ACCOUNT'> {
  const info = {
    accountType: 'INR_ACCOUNT',
    accountNumber: digitsOf(account, 'INR', 12),
    ifsc: bank.ifsc,
    bankName: bank.name,
    rail: 'NEFT',
    paymentRails: accountFacts.INR_ACCOUNT.rails.filter((rail) => rail !== 'UPI'),
  } as const;
  return info;
}

function evmWallet(account: FundableAccount): string {
  return evmAddress(bytesOf(account, 'EVM'));
}

const solana =
  (assetType: 'USDC' | 'USDT'): Option =>
  (account) => ({ accountType: 'SOLANA_WALLET', address: solanaAddress(bytesOf(account, 'SOLANA')), assetType });

const ethereum =
  (assetType: 'USDC' | 'USDT'): Option =>
  (account) => ({ accountType: 'ETHEREUM_WALLET', address: evmWallet(account), assetType });

const spark =
  (assetType: string): Option =>
  (account) => ({ accountType: 'SPARK_WALLET', address: sparkAddress(bytesOf(account, 'SPARK')), assetType });

const base: Option = (account) => ({ accountType: 'BASE_WALLET', address: evmWallet(account), assetType: 'USDC' });
const polygon: Option = (account) => ({
  accountType: 'POLYGON_WALLET',
  address: evmWallet(account),
  assetType: 'USDC',
});
const plasma: Option = (account) => ({ accountType: 'PLASMA_WALLET', address: evmWallet(account), assetType: 'USDT' });
const tron: Option = (account) => ({
  accountType: 'TRON_WALLET',
  address: tronAddress(bytesOf(account, 'TRON')),
  assetType: 'USDT',
});
const bitcoin: Option = (account) => ({
  accountType: 'BITCOIN_L1',
  address: bitcoinAddress(bytesOf(account, 'BITCOIN')),
  network: 'BITCOIN',
});

/**
 * The standing ways to pay in each currency. Lightning is not among them: an invoice is paid once and
 * expires, so it belongs to a quote. A currency that is missing here cannot be funded from outside.
 */
const options: Partial<Record<CurrencyCode, readonly Option[]>> = {
  USD: [usdAccount],
  EUR: [eurAccount],
  GBP: [gbpAccount],
  MXN: [mxnAccount],
  BRL: [brlAccount],
  INR: [upiAddress, inrAccount],
  USDC: [solana('USDC'), base, polygon, ethereum('USDC')],
  USDT: [tron, solana('USDT'), ethereum('USDT'), plasma],
  USDB: [spark('USDB')],
  BTC: [spark('BTC'), bitcoin],
};

function notesOf(info: AccountInfo): string {
  if ('reference' in info) return 'Include the reference exactly as shown.';
  if ('assetType' in info) return `Send only ${info.assetType} over this network; anything else is lost.`;
  return 'Pay exactly to what is shown.';
}

/** Every way to pay into the account; each is complete in itself. */
export function fundingInstructions(account: FundableAccount): PaymentInstructions[] {
  const waysIn = options[account.currency as CurrencyCode] ?? [];
  return waysIn.map((wayIn) => {
    const accountOrWalletInfo = wayIn(account);
    return {
      accountOrWalletInfo,
      instructionsNotes: notesOf(accountOrWalletInfo),
      isPlatformAccount: account.customer_id === null,
    };
  });
}
