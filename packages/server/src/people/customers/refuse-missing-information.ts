import { type Refusal, refuse } from '../../operation/operation.ts';
import { providerNeeds } from '../../platform/config/provider-needs.ts';
import type { CustomerInformation } from './find-customer.ts';

/** The field of each fact in the customer resource. */
const fields: Readonly<Record<string, string>> = {
  FULL_NAME: 'fullName',
  BIRTH_DATE: 'birthDate',
  NATIONALITY: 'nationality',
  ADDRESS: 'address',
  PHONE_NUMBER: 'phoneNumber',
  EMAIL: 'email',
  BUSINESS_NAME: 'businessInfo.legalName',
  TAX_ID: 'businessInfo.taxId',
};

/**
 * Refuses a customer if the provider of the currency requires data that is not on file; most providers require
 * none.
 */
export function refuseMissingInformation(
  customerId: string,
  known: CustomerInformation,
  currency: string,
): Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined {
  const missing = providerNeeds(currency)
    .filter((name) => known[name] === undefined)
    .map((name) => fields[name] ?? name);
  if (missing.length === 0) return undefined;
  return refuse(
    'MISSING_MANDATORY_USER_INFO',
    `The provider of ${currency} requires ${missing.join(', ')} of customer ${customerId}. Send them with PATCH /customers/${customerId}.`,
    { errors: missing.map((field) => ({ field, message: `Is required for ${currency} and not on file.` })) },
  );
}
