import type { UserInfoFieldName } from '@payments-platform/types';
import type { Unit } from '../../ground/database/unit.ts';
import { findCustomerRow } from '../customer-records/customer-records.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { identityFactsOf } from './identity-facts.ts';

export type CustomerInformation = Readonly<Partial<Record<UserInfoFieldName, unknown>>>;

/** What is on file about a customer, by the names under which providers ask for it. */
export async function findCustomerInformation(
  unit: Unit,
  tenant: number,
  customerId: string,
): Promise<CustomerInformation> {
  const row = await findCustomerRow(unit, tenant, customerId);
  return row === undefined ? {} : withoutGaps(informationOf(row));
}

function informationOf(row: CustomerRow): CustomerInformation {
  const contact = { EMAIL: row.email, PHONE_NUMBER: row.phone_number };
  const facts = identityFactsOf(row);
  if (facts.customerType === 'INDIVIDUAL') {
    const { fullName, birthDate, nationality, address } = facts.profile;
    return { ...contact, FULL_NAME: fullName, BIRTH_DATE: birthDate, NATIONALITY: nationality, ADDRESS: address };
  }
  const { businessInfo, address } = facts.profile;
  const name = businessInfo?.legalName;
  return { ...contact, FULL_NAME: name, BUSINESS_NAME: name, TAX_ID: businessInfo?.taxId, ADDRESS: address };
}

function withoutGaps(information: CustomerInformation): CustomerInformation {
  return Object.fromEntries(Object.entries(information).filter(([, value]) => value !== undefined && value !== null));
}
