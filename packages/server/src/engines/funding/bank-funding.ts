import { accountFacts, type PaymentRail } from '@payments-platform/types';
import { clabeOf, crc16, ibanOf } from './check-digits.ts';
import { digitsOf, type Fundable, type FundingMethod, type FundingRoute, type InfoOf } from './funding-method.ts';

const bank = {
  name: 'Sandbox Bank',
  routingNumber: '110000000',
  sortCode: '200000',
  swiftCode: 'SNDBDEFFXXX',
  danishSwiftCode: 'SNDBDKKKXXX',
  singaporeSwiftCode: 'SNDBSGSGXXX',
  germanBankCode: '99999999',
  danishBankCode: '9999',
  clabeBankAndPlaza: '646180',
  ifsc: 'SNDB0000111',
  pixKeyDomain: 'br.gov.bcb.pix',
} as const;

/** The rails among the routes, in the order in which the specification lists them. */
function railsAmong(known: readonly PaymentRail[], routes: readonly FundingRoute[]): PaymentRail[] {
  return known.filter((rail) => routes.includes(rail));
}

const usd: FundingMethod = {
  routes: accountFacts.USD_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'USD_ACCOUNT',
    accountNumber: digitsOf(fundable, 'USD', 10),
    routingNumber: bank.routingNumber,
    bankName: bank.name,
    bankAccountType: 'CHECKING',
    paymentRails: railsAmong(accountFacts.USD_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

const eur: FundingMethod = {
  routes: accountFacts.EUR_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'EUR_ACCOUNT',
    iban: ibanOf('DE', `${bank.germanBankCode}${digitsOf(fundable, 'EUR', 10)}`),
    swiftCode: bank.swiftCode,
    paymentRails: railsAmong(accountFacts.EUR_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

const dkk: FundingMethod = {
  routes: accountFacts.DKK_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'DKK_ACCOUNT',
    iban: ibanOf('DK', `${bank.danishBankCode}${digitsOf(fundable, 'DKK', 10)}`),
    swiftCode: bank.danishSwiftCode,
    paymentRails: railsAmong(accountFacts.DKK_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

const gbp: FundingMethod = {
  routes: accountFacts.GBP_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'GBP_ACCOUNT',
    sortCode: bank.sortCode,
    accountNumber: digitsOf(fundable, 'GBP', 8),
    paymentRails: railsAmong(accountFacts.GBP_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

const mxn: FundingMethod = {
  routes: accountFacts.MXN_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'MXN_ACCOUNT',
    clabeNumber: clabeOf(`${bank.clabeBankAndPlaza}${digitsOf(fundable, 'MXN', 11)}`),
    paymentRails: railsAmong(accountFacts.MXN_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

const sgd: FundingMethod = {
  routes: accountFacts.SGD_ACCOUNT.rails,
  info: (fundable, routes) => ({
    accountType: 'SGD_ACCOUNT',
    bankName: bank.name,
    accountNumber: digitsOf(fundable, 'SGD', 10),
    swiftCode: bank.singaporeSwiftCode,
    paymentRails: railsAmong(accountFacts.SGD_ACCOUNT.rails, routes),
    reference: fundable.reference,
  }),
};

/** A tag of an EMV QR code: two digits, the length of the value, the value. */
function tag(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** Brazilian centavos as the QR code writes them: with a point and two decimals. */
function amountTag({ payment }: Fundable): string {
  if (payment === undefined) return '';
  const digits = payment.amountMinor.toString().padStart(3, '0');
  return tag('54', `${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

const brl: FundingMethod = {
  routes: accountFacts.BRL_ACCOUNT.rails,
  info: (fundable) => {
    const pixKey = fundable.id.slice(fundable.id.indexOf(':') + 1);
    const unchecked = [
      tag('00', '01'),
      tag('26', tag('00', bank.pixKeyDomain) + tag('01', pixKey)),
      tag('52', '0000'),
      tag('53', '986'),
      amountTag(fundable),
      tag('58', 'BR'),
      tag('59', bank.name.toUpperCase()),
      tag('60', 'SAO PAULO'),
      tag('62', tag('05', fundable.reference)),
      '6304',
    ].join('');
    return { accountType: 'BRL_ACCOUNT', qrCode: `${unchecked}${crc16(unchecked)}` };
  },
};

const upi: FundingMethod = {
  routes: ['UPI'],
  info: (fundable) => {
    const vpa = `deposit.${fundable.reference.toLowerCase()}@sandboxbank`;
    const info: InfoOf<'INR_ACCOUNT'> = { accountType: 'INR_ACCOUNT', vpa, paymentRails: ['UPI'] };
    return info;
  },
};

const inr: FundingMethod = {
  routes: accountFacts.INR_ACCOUNT.rails.filter((rail) => rail !== 'UPI'),
  info: (fundable, routes) => {
    const info: InfoOf<'INR_ACCOUNT'> = {
      accountType: 'INR_ACCOUNT',
      accountNumber: digitsOf(fundable, 'INR', 12),
      ifsc: bank.ifsc,
      bankName: bank.name,
      rail: 'NEFT',
      paymentRails: railsAmong(accountFacts.INR_ACCOUNT.rails, routes),
    };
    return info;
  },
};

/** The ways to pay in the money of a state. */
export const bankFunding = {
  USD: [usd],
  EUR: [eur],
  GBP: [gbp],
  MXN: [mxn],
  BRL: [brl],
  INR: [upi, inr],
  DKK: [dkk],
  SGD: [sgd],
} as const satisfies Readonly<Record<string, readonly FundingMethod[]>>;
