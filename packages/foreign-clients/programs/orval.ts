import { setTimeout as wait } from 'node:timers/promises';
import {
  createCustomer,
  createCustomerExternalAccount,
  createQuote,
  executeQuote,
  getEndUserTerms,
  getTransactionById,
  listCustomerInternalAccounts,
  sandboxFundInternalAccount,
} from './generated/orval.ts';

const terms = await getEndUserTerms();
if (terms.status !== 200) throw new Error('There are no terms.');
const customer = await createCustomer({
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  endUserTermsConsent: {
    termsVersion: terms.data.version,
    acceptedAt: new Date().toISOString(),
    ipAddress: '192.0.2.1',
    acceptanceMethod: 'CHECKBOX',
  },
});
if (customer.status !== 201) throw new Error('The customer was refused.');
const customerId = customer.data.id;

const accounts = await listCustomerInternalAccounts({ customerId, currency: 'USD' });
const account = accounts.status === 200 ? accounts.data.data[0] : undefined;
if (account === undefined) throw new Error('There is no account in US dollars.');
await sandboxFundInternalAccount(account.id, { amount: 50_000 });

const payee = await createCustomerExternalAccount({
  customerId,
  currency: 'MXN',
  accountInfo: {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: '032180000118359719',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  },
});
if (payee.status !== 201) throw new Error('The payee was refused.');

const quote = await createQuote({
  source: { sourceType: 'ACCOUNT', accountId: account.id },
  destination: { destinationType: 'ACCOUNT', accountId: payee.data.id },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
});
if (quote.status !== 201) throw new Error('The quote was refused.');
await executeQuote(quote.data.id);

for (let status = 'PROCESSING'; ; await wait(250)) {
  const payment = await getTransactionById(quote.data.transactionId);
  if (payment.status === 200) status = payment.data.status;
  if (status === 'PROCESSING') continue;
  process.stdout.write(status);
  break;
}
