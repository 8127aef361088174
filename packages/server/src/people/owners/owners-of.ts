import type { Address, BeneficialOwner, BeneficialOwnerId, BeneficialOwnerRole } from '@payments-platform/types';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';
import { findBeneficialOwner, listOwnersOf } from './beneficial-owners-repository.ts';
import type { BeneficialOwnerRow } from './tables.ts';

/** The beneficial owners of these businesses, in their wire form. */
export async function showOwnersOf(
  { unit, tenant, deps }: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BeneficialOwner[]>> {
  const rows = await listOwnersOf(unit, tenant, customerIds);
  const byCustomer = Map.groupBy(rows, (row) => row.customer_id);
  return new Map([...byCustomer].map(([id, own]) => [id, own.map((row) => viewBeneficialOwner(row, deps.sealer))]));
}

/** What a verification of the business needs of a person. */
export interface OwnerFacts {
  readonly id: BeneficialOwnerId;
  readonly roles: readonly BeneficialOwnerRole[];
  readonly ownershipPercentage: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: Address;
  readonly idType: string;
}

export async function findOwnerFacts(
  { unit, tenant, deps }: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  customerId: string,
): Promise<readonly OwnerFacts[]> {
  const rows = await listOwnersOf(unit, tenant, [customerId]);
  return rows.reverse().map((row) => {
    const { firstName, lastName, address, idType } = unsealJson(deps.sealer, row.sealed_personal_info);
    return {
      id: storedId('BeneficialOwner', row.id),
      roles: readJson(row.roles),
      ownershipPercentage: row.ownership_percentage,
      firstName,
      lastName,
      address,
      idType,
    };
  });
}

/** The business of a beneficial owner. */
export async function findBusinessOfOwner(unit: Unit, tenant: number, ownerId: string): Promise<string | undefined> {
  return (await findBeneficialOwner(unit, tenant, ownerId))?.customer_id;
}

const decide = table('beneficial_owners').update(['kyc_status', 'updated_at'], 'id');

/** Records the result of a person's check, which is decided together with the business. */
export function decideOwner(
  { unit, tenant, now }: WorkContext,
  ownerId: string,
  kycStatus: BeneficialOwnerRow['kyc_status'],
): void {
  unit.write(decide, { tenant, id: ownerId, kyc_status: kycStatus, updated_at: now });
}
