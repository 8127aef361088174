import type {
  CustomerId,
  ExternalAccountCreateInfoOneOf,
  ExternalAccountId,
  InternalAccountId,
} from '@payments-platform/types';
import { refuse } from '../../operation/operation.ts';
import { type AnswerOf, type Maker, StepRefused } from './maker.ts';
import { approvedPerson } from './people.ts';

const cents = 500_00;

export type InternalAccount = AnswerOf<'listCustomerInternalAccounts'>['data'][number];

/** The internal account of a customer in US dollars. The platform must offer the currency. */
export async function accountIn(maker: Maker, customerId: CustomerId): Promise<InternalAccount> {
  const { data } = await maker.ask('listCustomerInternalAccounts', { query: { customerId, limit: 100 } });
  const account = data.find(({ balance }) => balance.currency.code === 'USD');
  if (account === undefined) throw missingDollars();
  return account;
}

function missingDollars(): StepRefused {
  const reason = 'The customer has no account in USD. Add USD to supportedCurrencies with PATCH /config and retry.';
  return new StepRefused('listCustomerInternalAccounts', refuse('ACCOUNT_NOT_FOUND', reason));
}

export async function fund(maker: Maker, accountId: InternalAccountId, amount = cents): Promise<void> {
  await maker.ask('sandboxFundInternalAccount', { path: { accountId }, body: { amount } });
}

/** A person with an internal account. */
export interface Holder {
  readonly customerId: CustomerId;
  readonly accountId: InternalAccountId;
}

/** A verified person with an empty account in US dollars. */
export async function holder(maker: Maker): Promise<Holder> {
  const { id: customerId } = await approvedPerson(maker);
  return { customerId, accountId: (await accountIn(maker, customerId)).id };
}

/** The same with 500 US dollars on it. */
export async function payer(maker: Maker): Promise<Holder> {
  const held = await holder(maker);
  await fund(maker, held.accountId);
  return held;
}

export const beneficiary = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Grace Hopper',
  countryOfResidence: 'US',
} as const;

export async function registerAccount(
  maker: Maker,
  customerId: CustomerId,
  currency: string,
  accountInfo: ExternalAccountCreateInfoOneOf,
): Promise<ExternalAccountId> {
  return (await maker.ask('createCustomerExternalAccount', { body: { customerId, currency, accountInfo } })).id;
}

/** A bank account in US dollars. The ending of its number decides the outcome of payments to it. */
export function payee(maker: Maker, customerId: CustomerId, ending = '111'): Promise<ExternalAccountId> {
  return registerAccount(maker, customerId, 'USD', {
    accountType: 'USD_ACCOUNT',
    accountNumber: `${maker.digits(8)}${ending}`,
    routingNumber: '021000021',
    beneficiary,
  });
}
