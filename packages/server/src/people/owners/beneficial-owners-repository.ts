import type { KycStatus } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { BeneficialOwnerRow } from './beneficial-owner-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, BeneficialOwnerRow>('findBeneficialOwner', (db, { tenant, id }) =>
  db.selectFrom('beneficial_owners').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export function findBeneficialOwner(unit: Unit, tenant: number, id: string): Promise<BeneficialOwnerRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertBeneficialOwner(unit: Unit, row: BeneficialOwnerRow): void {
  unit.insert('beneficial_owners', [row]);
}

const update = statement<BeneficialOwnerRow, never>('updateBeneficialOwner', (db, row) =>
  db
    .updateTable('beneficial_owners')
    .set({
      roles: row.roles,
      ownership_percentage: row.ownership_percentage,
      sealed_personal_info: row.sealed_personal_info,
      updated_at: row.updated_at,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

export function updateBeneficialOwnerRow(unit: Unit, row: BeneficialOwnerRow): void {
  unit.write(update, row);
}

const decide = statement<Key & { readonly kycStatus: KycStatus; readonly now: Instant }, never>(
  'decideBeneficialOwner',
  (db, { tenant, id, kycStatus, now }) =>
    db
      .updateTable('beneficial_owners')
      .set({ kyc_status: kycStatus, updated_at: now })
      .where('tenant', '=', tenant)
      .where('id', '=', id),
);

export function decideBeneficialOwner(unit: Unit, { tenant, id }: Key, kycStatus: KycStatus, now: Instant): void {
  unit.write(decide, { tenant, id, kycStatus, now });
}

/** The people of several businesses, the newest first. */
export async function listOwnersOf(
  unit: Unit,
  tenant: number,
  customerIds: readonly string[],
): Promise<BeneficialOwnerRow[]> {
  if (customerIds.length === 0) return [];
  return unit.select((db) =>
    db
      .selectFrom('beneficial_owners')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('customer_id', 'in', [...customerIds])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  );
}
