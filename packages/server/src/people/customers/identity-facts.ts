import type { BusinessProfile, IndividualProfile } from './customer-profile.ts';
import type { CustomerRow } from './customer-row.ts';

/** What is on file about who a customer is. */
export type IdentityFacts =
  | { readonly customerType: 'INDIVIDUAL'; readonly profile: IndividualProfile }
  | { readonly customerType: 'BUSINESS'; readonly profile: BusinessProfile };

export function identityFactsOf(row: CustomerRow): IdentityFacts {
  const profile = JSON.parse(row.profile);
  return row.customer_type === 'INDIVIDUAL'
    ? { customerType: 'INDIVIDUAL', profile }
    : { customerType: 'BUSINESS', profile };
}
