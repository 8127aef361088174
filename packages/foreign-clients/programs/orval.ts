import { setTimeout as wait } from 'node:timers/promises';
import {
  createCustomer,
  createCustomerExternalAccount,
  createQuote,
  type ExternalAccountInfoOneOf,
  executeQuote,
  getCustomerExternalAccountById,
  getEndUserTerms,
  getTransactionById,
  listCustomerInternalAccounts,
  listInternalAccountEntries,
  sandboxFundInternalAccount,
} from './generated/orval.ts';

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

const stored = await getCustomerExternalAccountById(payee.data.id);
const identifier = stored.status === 200 ? identifierOf(stored.data.accountInfo) : undefined;
if (identifier !== '032180000118359719') throw new Error('The account of the payee is another.');

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
  // A statement is also available as CSV, so the response type is text or a page.
  const { data: statement, status: read } = await listInternalAccountEntries(account.id);
  const [last] = read === 200 && typeof statement !== 'string' ? statement.data : [];
  if (last?.kind !== 'PAYMENT_SENT') throw new Error('The payment is not the last entry of the statement.');
  process.stdout.write(status);
  break;
}
