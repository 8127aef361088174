import type { Unit } from '../../ground/database/unit.ts';
import { findCustomerRow } from '../customer-records/customer-records.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { identityFactsOf } from './find-customer.ts';

/** The name and id with which a customer is shown. */
export interface Contact {
  readonly platformCustomerId: string;
  readonly displayName: string;
}

export async function findContact(unit: Unit, tenant: number, customerId: string): Promise<Contact> {
  const row = await findCustomerRow(unit, tenant, customerId);
  if (row === undefined) throw new Error(`there is no customer ${customerId}`);
  const { platform_customer_id: platformCustomerId } = row;
  return { platformCustomerId, displayName: nameOf(row) ?? platformCustomerId };
}

function nameOf(row: CustomerRow): string | undefined {
  const { customerType, profile } = identityFactsOf(row);
  return customerType === 'INDIVIDUAL' ? profile.fullName : profile.businessInfo?.legalName;
}
