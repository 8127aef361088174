import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { CustomerRow } from './customer-row.ts';
import { showCheck, type VerificationStatus } from './verification.ts';

/** What other rooms need to know about a customer. */
export interface KnownCustomer {
  readonly id: string;
  readonly platformCustomerId: string;
  readonly hasConsent: boolean;
  readonly region: string | undefined;
  readonly verificationStatus: VerificationStatus;
  readonly isDeleted: boolean;
}

type Facts = Pick<
  CustomerRow,
  'id' | 'platform_customer_id' | 'consent' | 'region' | 'verification_status' | 'deleted_at'
>;

const find = statement<{ readonly tenant: number; readonly id: string }, Facts>('findCustomerFacts', (db, key) =>
  db
    .selectFrom('customers')
    .select(['id', 'platform_customer_id', 'consent', 'region', 'verification_status', 'deleted_at'])
    .where('tenant', '=', key.tenant)
    .where('id', '=', key.id),
);

export async function findCustomer(unit: Unit, tenant: number, id: string): Promise<KnownCustomer | undefined> {
  const row = await unit.first(find, { tenant, id });
  if (row === undefined) return undefined;
  return {
    id: row.id,
    platformCustomerId: row.platform_customer_id,
    hasConsent: row.consent !== null,
    region: row.region ?? undefined,
    verificationStatus: showCheck(row).verificationStatus,
    isDeleted: row.deleted_at !== null,
  };
}
