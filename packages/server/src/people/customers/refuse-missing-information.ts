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
  return refuseMissing(customerId, missing, {
    who: `The provider of ${currency} requires`,
    why: `Is required for ${currency} and not on file.`,
  });
}

/** Refuses a business that pays a bank account without data on file that the bank requires of it. */
export function refuseMissingOfBusiness(
  customerId: string,
  missing: readonly string[],
): Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined {
  return refuseMissing(
    customerId,
    missing.map((field) => `businessInfo.${field}`),
    { who: 'The bank that is paid requires', why: 'Is required of a business that pays, and not on file.' },
  );
}

function refuseMissing(
  customerId: string,
  missing: readonly string[],
  { who, why }: { readonly who: string; readonly why: string },
): Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined {
  if (missing.length === 0) return undefined;
  return refuse(
    'MISSING_MANDATORY_USER_INFO',
    `${who} ${missing.join(', ')} of customer ${customerId}. Send them with PATCH /customers/${customerId}.`,
    { errors: missing.map((field) => ({ field, message: why })) },
  );
}
