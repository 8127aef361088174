import { createClient, orThrow } from '@payments-platform/client';

/** The prerequisites of the guides after the first one: a client, a customer with money, and a payee. */
const { BASE_URL = '', TOKEN_ID = '', TOKEN_SECRET = '' } = process.env;
export const client = createClient({ baseUrl: BASE_URL, tokenId: TOKEN_ID, tokenSecret: TOKEN_SECRET });

const { version: termsVersion } = await orThrow(client.GET('/customers/end-user-terms'));
const acceptedAt = '2025-10-13T12:00:00Z';
const endUserTermsConsent = { termsVersion, acceptedAt, ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' } as const;
export const customer = await orThrow(
  client.POST('/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent } }),
);

const accounts = await orThrow(
  client.GET('/customers/internal-accounts', { params: { query: { customerId: customer.id, currency: 'USD' } } }),
);
const [found] = accounts.data;
if (found === undefined) throw new Error('The customer has no account in US dollars.');
export const account = found;
await orThrow(
  client.POST('/sandbox/internal-accounts/{accountId}/fund', {
    params: { path: { accountId: account.id } },
    body: { amount: 100_000 },
  }),
);

export const payee = await orThrow(
  client.POST('/customers/external-accounts', {
    body: {
      customerId: customer.id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        routingNumber: '021000021',
        accountNumber: '000123456789',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
      },
    },
  }),
);

if (import.meta.main) {
  const variables = { CUSTOMER_ID: customer.id, ACCOUNT_ID: account.id, PAYEE_ID: payee.id };
  process.stdout.write(`${JSON.stringify(variables)}\n`);
}
