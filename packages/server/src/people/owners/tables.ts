import type { BeneficialOwnerPersonalInfo, BeneficialOwnerRole, KycStatus } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    beneficial_owners: BeneficialOwnersTable;
  }
}

interface BeneficialOwnersTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  roles: JsonText<readonly BeneficialOwnerRole[]>;
  ownership_percentage: number;
  sealed_personal_info: SealedJson<BeneficialOwnerPersonalInfo>;
  kyc_status: KycStatus;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** A beneficial owner as stored. */
export type BeneficialOwnerRow = Stored<'beneficial_owners'>;
