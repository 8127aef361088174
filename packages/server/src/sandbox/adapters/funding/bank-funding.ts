import { accountFacts, type PaymentRail } from '@payments-platform/types';
import { clabeOf, crc16, ibanOf } from '../../../engines/funding/check-digits.ts';
import type { Fundable, FundingRoute } from '../../../engines/funding/funding.ts';
import { uuidOf } from '../../../ground/ids/ids.ts';
import { digitsOf, type FundingMethod, type InfoOf } from './funding-method.ts';

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

type ReferencedType = 'USD_ACCOUNT' | 'EUR_ACCOUNT' | 'DKK_ACCOUNT' | 'GBP_ACCOUNT' | 'MXN_ACCOUNT' | 'SGD_ACCOUNT';
type OwnDetails<T extends ReferencedType> = Omit<InfoOf<T>, 'accountType' | 'paymentRails' | 'reference'>;

/** One bank account for all payers. The reference says for whom the money is. */
function referenced<T extends ReferencedType>(
  accountType: T,
  details: (fundable: Fundable) => OwnDetails<T>,
): FundingMethod {
  const { rails } = accountFacts[accountType];
  return {
    routes: rails,
    info: (fundable, routes) => {
      const paymentRails = railsAmong(rails, routes);
      return { accountType, ...details(fundable), paymentRails, reference: fundable.reference } as InfoOf<T>;
    },
  };
}

const usd = referenced('USD_ACCOUNT', (fundable) => ({
  accountNumber: digitsOf(fundable, 'USD', 10),
  routingNumber: bank.routingNumber,
  bankName: bank.name,
  bankAccountType: 'CHECKING' as const,
}));

const eur = referenced('EUR_ACCOUNT', (fundable) => ({
  iban: ibanOf('DE', `${bank.germanBankCode}${digitsOf(fundable, 'EUR', 10)}`),
  swiftCode: bank.swiftCode,
}));

const dkk = referenced('DKK_ACCOUNT', (fundable) => ({
  iban: ibanOf('DK', `${bank.danishBankCode}${digitsOf(fundable, 'DKK', 10)}`),
  swiftCode: bank.danishSwiftCode,
}));

const gbp = referenced('GBP_ACCOUNT', (fundable) => ({
  sortCode: bank.sortCode,
  accountNumber: digitsOf(fundable, 'GBP', 8),
}));

const mxn = referenced('MXN_ACCOUNT', (fundable) => ({
  clabeNumber: clabeOf(`${bank.clabeBankAndPlaza}${digitsOf(fundable, 'MXN', 11)}`),
}));

const sgd = referenced('SGD_ACCOUNT', (fundable) => ({
  bankName: bank.name,
  accountNumber: digitsOf(fundable, 'SGD', 10),
  swiftCode: bank.singaporeSwiftCode,
}));

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
    const pixKey = uuidOf(fundable.id);
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

/** The funding methods of each fiat currency. */
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
