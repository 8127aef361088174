import type { Unit } from '../database/unit.ts';
import { findAccountRow, takeAccountRow } from './external-account-repository.ts';
import type { ExternalAccountRow } from './external-account-row.ts';

/** An account of the platform or of one of its customers; `undefined` when there is none or it was deleted. */
export function findExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return findAccountRow(unit, tenant, id);
}

/** The same, to change it: no other unit changes it before this one ends. */
export function takeExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return takeAccountRow(unit, tenant, id);
}
