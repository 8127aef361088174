import { readJson } from '../../ground/json/json-text.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import type { BusinessProfile, IndividualProfile } from './customer-profile.ts';

/** What is on file about who a customer is. */
export type IdentityFacts =
  | { readonly customerType: 'INDIVIDUAL'; readonly profile: IndividualProfile }
  | { readonly customerType: 'BUSINESS'; readonly profile: BusinessProfile };

export function identityFactsOf(row: Pick<CustomerRow, 'customer_type' | 'profile'>): IdentityFacts {
  const profile = readJson(row.profile);
  return row.customer_type === 'INDIVIDUAL'
    ? { customerType: 'INDIVIDUAL', profile: profile as IndividualProfile }
    : { customerType: 'BUSINESS', profile: profile as BusinessProfile };
}
