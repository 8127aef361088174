import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';

export interface Payer {
  readonly customerId: Received<'CustomerId'>;
  readonly accountId: Received<'InternalAccountId'>;
}

/** A customer with 1,000 dollars. */
export async function makePayer(client: PaymentsClient): Promise<Payer> {
  const { version: termsVersion } = await orThrow(client.GET('/customers/end-user-terms'));
  const consent = { acceptedAt: '2025-10-13T12:00:00Z', ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' } as const;
  const { id: customerId } = await orThrow(
    client.POST('/customers', {
      body: {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        endUserTermsConsent: { ...consent, termsVersion },
      },
    }),
  );
  const { data } = await orThrow(
    client.GET('/customers/internal-accounts', { params: { query: { customerId, currency: 'USD' } } }),
  );
  const [account] = data;
  if (account === undefined) throw new Error('the customer has no account in dollars');
  const funding = { params: { path: { accountId: account.id } }, body: { amount: 100_000 } };
  await orThrow(client.POST('/sandbox/internal-accounts/{accountId}/fund', funding));
  return { customerId, accountId: account.id };
}

/** None of these numbers ends in digits that determine the outcome of a payment. */
let accountNumber = 123_456_789;

/** Pays 10 dollars to a newly registered account. */
export async function pay(
  client: PaymentsClient,
  { customerId, accountId }: Payer,
  paymentRail: 'ACH' | 'RTP' = 'RTP',
): Promise<Received<'Quote'>> {
  accountNumber += 1_000;
  const payee = await orThrow(
    client.POST('/customers/external-accounts', {
      body: {
        customerId,
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          routingNumber: '021000021',
          accountNumber: `${accountNumber}`,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
        },
      },
    }),
  );
  return orThrow(
    client.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: payee.id, paymentRail },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
        immediatelyExecute: true,
      },
    }),
  );
}
