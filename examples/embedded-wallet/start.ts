import { createClient, orThrow } from '@payments-platform/client';
import { servePage } from './backend.ts';

const { BASE_URL = '', TOKEN_ID = '', TOKEN_SECRET = '' } = process.env;
const client = createClient({ baseUrl: BASE_URL, tokenId: TOKEN_ID, tokenSecret: TOKEN_SECRET });

const terms = await orThrow(client.GET('/customers/end-user-terms'));
const customer = await orThrow(
  client.POST('/customers', {
    body: {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      email: `ada.${Date.now()}@example.com`,
      endUserTermsConsent: {
        acceptedAt: new Date().toISOString(),
        ipAddress: '203.0.113.7',
        termsVersion: terms.version,
        acceptanceMethod: 'CLICK_TO_ACCEPT',
      },
    },
  }),
);
const customerId = customer.id;
const query = { customerId, currency: 'USDB' } as const;
const { data: wallets } = await orThrow(client.GET('/customers/internal-accounts', { params: { query } }));
const accountId = wallets[0]?.id;
if (accountId === undefined) throw new Error('The platform has no USDB among its supportedCurrencies.');
await orThrow(
  client.POST('/sandbox/internal-accounts/{accountId}/fund', {
    params: { path: { accountId } },
    body: { amount: 50_000_000 },
  }),
);
const payee = await orThrow(
  client.POST('/customers/external-accounts', {
    body: {
      customerId,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '1234567890',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
      },
    },
  }),
);
const setting = { baseUrl: BASE_URL, tokenId: TOKEN_ID, tokenSecret: TOKEN_SECRET };
const { origin } = await servePage({ ...setting, customerId, accountId, payeeId: payee.id });
console.log(`Open ${origin}`);
