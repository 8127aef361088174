import type { Unit } from '../../ground/database/unit.ts';
import { findCustomerRow } from '../customer-records/customer-records.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { identityFactsOf } from './identity-facts.ts';

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

function nameOf(row: CustomerRow): string | undefined {
  const { customerType, profile } = identityFactsOf(row);
  return customerType === 'INDIVIDUAL' ? profile.fullName : profile.businessInfo?.legalName;
}
