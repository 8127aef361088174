import type { Address, UserInfoFieldName } from '@payments-platform/types';
import { sql } from 'kysely';
import { isStated, statedFacts } from '../../engines/uma/field-names.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import type { BusinessProfile, IndividualProfile } from './customer-profile.ts';
import { showCheck, type VerificationStatus } from './verification.ts';

/** The facts about a customer that other rooms read. */
export interface KnownCustomer {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly hasConsent: boolean;
  readonly region: string | undefined;
  readonly verificationStatus: VerificationStatus;
  readonly umaAddress: string;
  /** The currencies that the customer is limited to; `undefined` if all of the platform's. */
  readonly currencies: readonly CurrencyCode[] | undefined;
  readonly isDeleted: boolean;
}

const factColumns = [
  'id',
  'platform_customer_id',
  'consent',
  'region',
  'verification_status',
  'uma_address',
  'currencies',
  'deleted_at',
] as const;

type Facts = Pick<CustomerRow, (typeof factColumns)[number]>;

const find = statement<{ readonly tenant: number; readonly id: string }, Facts>('findCustomerFacts', (db, key) =>
  db.selectFrom('customers').select(factColumns).where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export async function findCustomer(unit: Unit, tenant: number, id: string): Promise<KnownCustomer | undefined> {
  const row = await unit.first(find, { tenant, id });
  return row && knownCustomer(row);
}

interface Named {
  readonly tenant: number;
  /** A customer; empty for none. */
  readonly customerId: string;
  /** Internal or external accounts. */
  readonly from: string;
  readonly to: string;
}

const findNamed = statement<Named, Facts>('findCustomersOfAccounts', (db, { tenant, customerId, from, to }) =>
  db
    .selectFrom('customers')
    .select(factColumns)
    .where('tenant', '=', tenant)
    .where(
      sql<boolean>`id in (${customerId},
        (select customer_id from internal_accounts where tenant = ${tenant} and id = ${from}),
        (select customer_id from external_accounts where tenant = ${tenant} and id = ${from}),
        (select customer_id from internal_accounts where tenant = ${tenant} and id = ${to}),
        (select customer_id from external_accounts where tenant = ${tenant} and id = ${to}))`,
    ),
);

/** Finds a customer and the owners of two accounts, which need not be read before. */
export async function findCustomersOfAccounts(unit: Unit, named: Named): Promise<readonly KnownCustomer[]> {
  return (await unit.all(findNamed, named)).map(knownCustomer);
}

const findAddressedPlatform = statement<{ readonly tenant: number; readonly address: string }, Facts>(
  'findAddressedCustomerFacts',
  (db, key) =>
    db
      .selectFrom('customers')
      .select(factColumns)
      .where('tenant', '=', key.tenant)
      .where('uma_address', '=', key.address),
);

/** Finds a customer by UMA address, in lower case. */
export async function findCustomerByUmaAddress(
  unit: Unit,
  tenant: number,
  address: string,
): Promise<KnownCustomer | undefined> {
  const row = await unit.first(findAddressedPlatform, { tenant, address });
  return row && knownCustomer(row);
}

function knownCustomer(row: Facts): KnownCustomer {
  return {
    id: row.id,
    platformCustomerId: row.platform_customer_id,
    hasConsent: row.consent !== null,
    region: row.region ?? undefined,
    verificationStatus: showCheck(row).verificationStatus,
    umaAddress: row.uma_address,
    currencies: row.currencies === null ? undefined : readJson(row.currencies),
    isDeleted: row.deleted_at !== null,
  };
}

/** The identity data of a customer. */
export type IdentityFacts =
  | { readonly customerType: 'INDIVIDUAL'; readonly profile: IndividualProfile }
  | { readonly customerType: 'BUSINESS'; readonly profile: BusinessProfile };

export function identityFactsOf(row: Pick<CustomerRow, 'customer_type' | 'profile'>): IdentityFacts {
  const profile = readJson(row.profile);
  return row.customer_type === 'INDIVIDUAL'
    ? { customerType: 'INDIVIDUAL', profile: profile as IndividualProfile }
    : { customerType: 'BUSINESS', profile: profile as BusinessProfile };
}

export type CustomerInformation = Readonly<Partial<Record<UserInfoFieldName, unknown>>>;

const findFile = statement<{ readonly tenant: number; readonly id: string }, File>('findCustomerFile', (db, key) =>
  db
    .selectFrom('customers')
    .select(['customer_type', 'profile', 'email', 'phone_number'])
    .where('tenant', '=', key.tenant)
    .where('id', '=', key.id),
);

type File = Pick<CustomerRow, 'customer_type' | 'profile' | 'email' | 'phone_number'>;

/** The stored data of a customer, under the names that providers use. */
export async function findCustomerInformation(
  unit: Unit,
  tenant: number,
  customerId: string,
): Promise<CustomerInformation> {
  const row = await unit.first(findFile, { tenant, id: customerId });
  return row === undefined ? {} : statedFacts(informationOf(row));
}

function informationOf(row: File): CustomerInformation {
  const contact = { EMAIL: row.email, PHONE_NUMBER: row.phone_number };
  const facts = identityFactsOf(row);
  const address = statedAddress(facts.profile.address);
  if (facts.customerType === 'INDIVIDUAL') {
    const { fullName, birthDate, nationality } = facts.profile;
    return { ...contact, FULL_NAME: fullName, BIRTH_DATE: birthDate, NATIONALITY: nationality, ADDRESS: address };
  }
  const { businessInfo } = facts.profile;
  const name = businessInfo?.legalName;
  return { ...contact, FULL_NAME: name, BUSINESS_NAME: name, TAX_ID: businessInfo?.taxId, ADDRESS: address };
}

/** Which of these fields of `businessInfo` are not on file; none of a person. */
export async function findMissingOfBusiness(
  unit: Unit,
  key: { readonly tenant: number; readonly id: string },
  fields: readonly string[],
): Promise<readonly string[]> {
  const row = await unit.first(findFile, key);
  const facts = row && identityFactsOf(row);
  if (facts?.customerType !== 'BUSINESS') return [];
  const known: Readonly<Record<string, unknown>> = { ...facts.profile.businessInfo };
  return fields.filter((field) => !isStated(known[field]));
}

function statedAddress(address: Address | undefined): Address | undefined {
  return address !== undefined && isStated(address.line1) && isStated(address.postalCode) ? address : undefined;
}
