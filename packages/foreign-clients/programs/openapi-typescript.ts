import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { authorization, baseUrl } from './environment.ts';
import type { components, paths } from './generated/paths.ts';

const client = createClient<paths>({ baseUrl, headers: { authorization } });

async function must<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** The account details of the payee; each kind of account has its own fields. */
function identifierOf(account: components['schemas']['ExternalAccountInfoOneOf']): string | undefined {
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

// @ts-expect-error A code is text.
export const wrongProof: components['schemas']['ScaAuthorization'] = { code: 123_456 };

const terms = await must(client.GET('/customers/end-user-terms'));
const customer = await must(
  client.POST('/customers', {
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
  }),
);

const query = { customerId: customer.id, currency: 'USD' };
const [account] = (await must(client.GET('/customers/internal-accounts', { params: { query } }))).data;
if (account === undefined) throw new Error('There is no account in US dollars.');
await must(
  client.POST('/sandbox/internal-accounts/{accountId}/fund', {
    params: { path: { accountId: account.id } },
    body: { amount: 50_000 },
  }),
);

const payee = await must(
  client.POST('/customers/external-accounts', {
    body: {
      customerId: customer.id,
      currency: 'MXN',
      accountInfo: {
        accountType: 'MXN_ACCOUNT',
        clabeNumber: '032180000118359719',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
      },
    },
  }),
);

const stored = await must(
  client.GET('/customers/external-accounts/{externalAccountId}', {
    params: { path: { externalAccountId: payee.id } },
  }),
);
if (identifierOf(stored.accountInfo) !== '032180000118359719') throw new Error('The account of the payee is another.');

const quote = await must(
  client.POST('/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
  }),
);
await must(client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId: quote.id } } }));

const params = { path: { transactionId: quote.transactionId } };
let payment = await must(client.GET('/transactions/{transactionId}', { params }));
for (; payment.status === 'PROCESSING'; await wait(250)) {
  payment = await must(client.GET('/transactions/{transactionId}', { params }));
}

// A statement is also available as CSV, so `'application/json'` selects the type of the response.
const reader = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization } });
const statement = await must(reader.GET('/internal-accounts/{id}/entries', { params: { path: { id: account.id } } }));
if (statement.data[0]?.kind !== 'PAYMENT_SENT') throw new Error('The payment is not the last entry of the statement.');
process.stdout.write(payment.status);
