import type { Unit } from '../../ground/database/unit.ts';
import type { BusinessProfile, IndividualProfile } from './customer-profile.ts';
import type { CustomerRow } from './customer-row.ts';
import { findCustomerRow } from './customers-repository.ts';

/** How a customer is addressed. */
export interface Contact {
  readonly platformCustomerId: string;
  readonly displayName: string;
  /** Where texts reach the customer; `undefined` until the number is proved to be theirs. */
  readonly verifiedPhone: string | undefined;
}

export async function findContact(unit: Unit, tenant: number, customerId: string): Promise<Contact> {
  const row = await findCustomerRow(unit, tenant, customerId);
  if (row === undefined) throw new Error(`there is no customer ${customerId}`);
  const { platform_customer_id: platformCustomerId, phone_number: phone, phone_verified_at: verifiedAt } = row;
  return {
    platformCustomerId,
    displayName: nameOf(row) ?? platformCustomerId,
    verifiedPhone: phone === null || verifiedAt === null ? undefined : phone,
  };
}

function nameOf({ customer_type: type, profile }: CustomerRow): string | undefined {
  if (type === 'INDIVIDUAL') {
    const { fullName }: IndividualProfile = JSON.parse(profile);
    return fullName;
  }
  const { businessInfo }: BusinessProfile = JSON.parse(profile);
  return businessInfo?.legalName;
}
