import type { Unit } from '../../ground/database/unit.ts';
import { findAccountRow, lockAccountRow } from './external-account-repository.ts';
import type { ExternalAccountRow } from './external-account-row.ts';

/** An account of the platform or of one of its customers; `undefined` when there is none or it was deleted. */
export function findExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return findAccountRow(unit, tenant, id);
}

/** The same, to change it: no other unit changes it before this one ends. */
export function lockExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return lockAccountRow(unit, tenant, id);
}

/** Whether the customer trusts the account, so that their payments to it need no authentication of their own. */
export async function isTrusted(unit: Unit, tenant: number, id: string, customerId: string | null): Promise<boolean> {
  const account = await findAccountRow(unit, tenant, id);
  return account !== undefined && account.trusted_at !== null && account.customer_id === customerId;
}
