import { setTimeout as wait } from 'node:timers/promises';
import { baseUrl, password, username } from './environment.ts';
import { createApiClient } from './generated/zod.ts';

const client = createApiClient(baseUrl, { axiosConfig: { auth: { username, password } }, validate: 'request' });

const terms = await client.getEndUserTerms();
const { id: customerId } = await client.createCustomer({
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  endUserTermsConsent: {
    termsVersion: terms.version,
    acceptedAt: new Date().toISOString(),
    ipAddress: '192.0.2.1',
    acceptanceMethod: 'CHECKBOX',
  },
});

const accounts = await client.listCustomerInternalAccounts({ queries: { customerId, currency: 'USD' } });
const account = accounts.data[0];
if (account === undefined) throw new Error('There is no account in US dollars.');
await client.sandboxFundInternalAccount({ amount: 50_000 }, { params: { accountId: account.id } });

const payee = await client.createCustomerExternalAccount({
  customerId,
  currency: 'MXN',
  accountInfo: {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: '032180000118359719',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  },
});

const { accountInfo } = await client.getCustomerExternalAccountById({ params: { externalAccountId: payee.id } });
const identifier = accountInfo.accountType === 'MXN_ACCOUNT' ? accountInfo.clabeNumber : undefined;
if (identifier !== '032180000118359719') throw new Error('The account of the payee is another.');

const quote = await client.createQuote({
  source: { sourceType: 'ACCOUNT', accountId: account.id },
  destination: { destinationType: 'ACCOUNT', accountId: payee.id },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
});
await client.executeQuote({}, { params: { quoteId: quote.id } });

const params = { transactionId: quote.transactionId };
let payment = await client.getTransactionById({ params });
for (; payment.status === 'PROCESSING'; await wait(250)) payment = await client.getTransactionById({ params });

const statement = await client.listInternalAccountEntries({ params: { id: account.id } });
const [last] = typeof statement === 'string' ? [] : statement.data;
if (last?.kind !== 'PAYMENT_SENT') throw new Error('The payment is not the last entry of the statement.');
process.stdout.write(payment.status);
