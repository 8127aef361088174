import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { BeneficialOwnerRow } from './tables.ts';

const owners = table('beneficial_owners');
const find = owners.find('id');

export function findBeneficialOwner(unit: Unit, tenant: number, id: string): Promise<BeneficialOwnerRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertBeneficialOwner(unit: Unit, row: BeneficialOwnerRow): void {
  unit.insert('beneficial_owners', [row]);
}

const update = owners.update(['roles', 'ownership_percentage', 'sealed_personal_info', 'updated_at'], 'id');

export function updateBeneficialOwnerRow(unit: Unit, row: BeneficialOwnerRow): void {
  unit.write(update, row);
}

/** The beneficial owners of several businesses, the newest first. */
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
