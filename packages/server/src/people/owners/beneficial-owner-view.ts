import type { BeneficialOwner } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { masked } from './personal-info.ts';
import type { BeneficialOwnerRow } from './tables.ts';

export function viewBeneficialOwner(row: BeneficialOwnerRow, sealer: Pick<Sealer, 'unseal'>): BeneficialOwner {
  const info = unsealJson(sealer, row.sealed_personal_info);
  return {
    id: storedId('BeneficialOwner', row.id),
    customerId: storedId('Customer', row.customer_id),
    roles: readJson(row.roles),
    ownershipPercentage: row.ownership_percentage,
    personalInfo: { ...info, identifier: masked(info.identifier) },
    kycStatus: row.kyc_status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
