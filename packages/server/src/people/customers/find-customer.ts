import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { showCheck, type VerificationStatus } from './verification.ts';

/** The facts about a customer that other rooms read. */
export interface KnownCustomer {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly hasConsent: boolean;
  readonly region: string | undefined;
  readonly verificationStatus: VerificationStatus;
  readonly umaAddress: string;
  /** The ones the customer was limited to; `undefined` where it uses all of the platform's. */
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

const findAddressed = statement<{ readonly tenant: number; readonly address: string }, Facts>(
  'findAddressedCustomerFacts',
  (db, key) =>
    db
      .selectFrom('customers')
      .select(factColumns)
      .where('tenant', '=', key.tenant)
      .where('uma_address', '=', key.address),
);

/** The customer who has a UMA address, given in lower case. */
export async function findCustomerByUmaAddress(
  unit: Unit,
  tenant: number,
  address: string,
): Promise<KnownCustomer | undefined> {
  const row = await unit.first(findAddressed, { tenant, address });
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
