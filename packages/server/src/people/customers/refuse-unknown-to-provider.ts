import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { providerNeeds } from '../../platform/config/provider-needs.ts';
import { findCustomerInformation } from './customer-information.ts';

/** Where each of these facts stands on a customer. */
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

/** Refuses a customer of whom the provider of the currency would know too little; most ask for nothing. */
export async function refuseUnknownToProvider(
  unit: Unit,
  tenant: number,
  customerId: string,
  currency: string,
): Promise<Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined> {
  const wanted = providerNeeds(currency);
  if (wanted.length === 0) return undefined;
  const known = await findCustomerInformation(unit, tenant, customerId);
  const missing = wanted.filter((name) => known[name] === undefined).map((name) => fields[name] ?? name);
  if (missing.length === 0) return undefined;
  return refuse(
    'MISSING_MANDATORY_USER_INFO',
    `The provider of ${currency} demands ${missing.join(', ')} of customer ${customerId}. Send them with PATCH /customers/${customerId}.`,
    { errors: missing.map((field) => ({ field, message: `Is demanded for ${currency} and not on file.` })) },
  );
}
