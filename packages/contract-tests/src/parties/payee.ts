import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { CustomerId, ExternalAccountCreateRequest, ExternalAccountId } from '@payments-platform/types';

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' } as const;

/** Currencies whose accounts may have any last three digits, which select the outcome in the sandbox. */
export type PayeeCurrency = 'USD' | 'EUR' | 'GBP';

export interface PayeeOptions {
  /** If undefined, the account belongs to the platform. */
  readonly customerId?: CustomerId;
  readonly currency: PayeeCurrency;
  readonly suffix: string;
}

/** The request that registers an account whose identifier ends in `suffix`. */
export function payeeRequest({ customerId, currency, suffix }: PayeeOptions): ExternalAccountCreateRequest {
  return { currency, accountInfo: accountInfo(currency, suffix), ...(customerId === undefined ? {} : { customerId }) };
}

function accountInfo(currency: PayeeCurrency, suffix: string): ExternalAccountCreateRequest['accountInfo'] {
  switch (currency) {
    case 'USD':
      return {
        accountType: 'USD_ACCOUNT',
        routingNumber: '021000021',
        accountNumber: `000123456${suffix}`,
        beneficiary,
      };
    case 'EUR':
      return { accountType: 'EUR_ACCOUNT', iban: germanIban(`370400440532013${suffix}`), beneficiary };
    case 'GBP':
      return { accountType: 'GBP_ACCOUNT', sortCode: '200000', accountNumber: `31926${suffix}`, beneficiary };
  }
}

/** ISO 13616: the check digits make the number, country and zeros at its end, 1 modulo 97. D is 13 and E is 14. */
function germanIban(account: string): string {
  const checkDigits = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(checkDigits).padStart(2, '0')}${account}`;
}

export async function registerPayee(client: PaymentsClient, options: PayeeOptions): Promise<ExternalAccountId> {
  return (await orThrow(client.POST('/customers/external-accounts', { body: payeeRequest(options) }))).id;
}
