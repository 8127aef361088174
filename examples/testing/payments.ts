// The program under test: it pays, and does not know about sandboxes.
import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';

/** A customer who has accepted the terms, with money on an account in US dollars. */
export async function signUp(client: PaymentsClient): Promise<Payer> {
  const { version: termsVersion } = await orThrow(client.GET('/customers/end-user-terms'));
  const consent = { acceptedAt: '2025-10-13T12:00:00Z', ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' } as const;
  const endUserTermsConsent = { ...consent, termsVersion };
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent } as const;
  const { id: customerId } = await orThrow(client.POST('/customers', { body: person }));
  const query = { customerId, currency: 'USD' } as const;
  const { data } = await orThrow(client.GET('/customers/internal-accounts', { params: { query } }));
  const [account] = data;
  if (account === undefined) throw new Error('The customer has no account in US dollars.');
  const funding = { params: { path: { accountId: account.id } }, body: { amount: 50_000 } };
  await orThrow(client.POST('/sandbox/internal-accounts/{accountId}/fund', funding));
  return { customerId, accountId: account.id };
}

export interface Payer {
  readonly customerId: Received<'CustomerId'>;
  readonly accountId: Received<'InternalAccountId'>;
}

/** Sends 100.00 US dollars to Mexico. */
export async function payGrace(client: PaymentsClient, { customerId, accountId }: Payer): Promise<Received<'Quote'>> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;
  const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary } as const;
  const payee = { customerId, currency: 'MXN', accountInfo };
  const { id: payeeId } = await orThrow(client.POST('/customers/external-accounts', { body: payee }));
  const source = { sourceType: 'ACCOUNT', accountId } as const;
  const destination = { destinationType: 'ACCOUNT', accountId: payeeId } as const;
  const payment = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 } as const;
  return orThrow(client.POST('/quotes', { body: { ...payment, immediatelyExecute: true } }));
}
