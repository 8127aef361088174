import { setTimeout as wait } from 'node:timers/promises';
import { baseUrl, password, username } from './environment.ts';
import { client } from './generated/hey-api/client.gen.ts';
import {
  createCustomer,
  createCustomerExternalAccount,
  createQuote,
  executeQuote,
  getCustomerExternalAccountById,
  getEndUserTerms,
  getTransactionById,
  listCustomerInternalAccounts,
  listInternalAccountEntries,
  sandboxFundInternalAccount,
} from './generated/hey-api/sdk.gen.ts';
import type { ExternalAccountInfoOneOf } from './generated/hey-api/types.gen.ts';

/** The account details of the payee; each kind of account has its own fields. */
function identifierOf(account: ExternalAccountInfoOneOf): string | undefined {
  switch (account.accountType) {
    case 'MXN_ACCOUNT':
      return account.clabeNumber;
    case 'BDT_ACCOUNT':
      return account.accountNumber ?? account.phoneNumber;
    case 'LIGHTNING':
      return account.lightningAddress;
    case 'SWIFT_ACCOUNT':
      return account.iban ?? account.accountNumber;
    default:
      return undefined;
  }
}

client.setConfig({ baseUrl, auth: `${username}:${password}`, throwOnError: true });
const throwOnError = true;

const { data: terms } = await getEndUserTerms({ throwOnError });
const { data: customer } = await createCustomer({
  throwOnError,
  body: {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    endUserTermsConsent: {
      termsVersion: terms.version,
      acceptedAt: new Date().toISOString(),
      ipAddress: '192.0.2.1',
      acceptanceMethod: 'CHECKBOX',
    },
  },
});
const customerId = customer.id;

const { data: accounts } = await listCustomerInternalAccounts({ throwOnError, query: { customerId, currency: 'USD' } });
const account = accounts.data[0];
if (account === undefined) throw new Error('There is no account in US dollars.');
await sandboxFundInternalAccount({ throwOnError, path: { accountId: account.id }, body: { amount: 50_000 } });

const { data: payee } = await createCustomerExternalAccount({
  throwOnError,
  body: {
    customerId,
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '032180000118359719',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
    },
  },
});

const { data: stored } = await getCustomerExternalAccountById({ throwOnError, path: { externalAccountId: payee.id } });
if (identifierOf(stored.accountInfo) !== '032180000118359719') throw new Error('The account of the payee is another.');

const { data: quote } = await createQuote({
  throwOnError,
  body: {
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { destinationType: 'ACCOUNT', accountId: payee.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  },
});
await executeQuote({ throwOnError, path: { quoteId: quote.id } });

const path = { transactionId: quote.transactionId };
let { data: payment } = await getTransactionById({ throwOnError, path });
for (; payment.status === 'PROCESSING'; await wait(250))
  ({ data: payment } = await getTransactionById({ throwOnError, path }));

const { data: statement } = await listInternalAccountEntries({ throwOnError, path: { id: account.id } });
const [last] = typeof statement === 'string' ? [] : statement.data;
if (last?.kind !== 'PAYMENT_SENT') throw new Error('The payment is not the last entry of the statement.');
process.stdout.write(payment.status);
