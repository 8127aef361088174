import type {
  BeneficialOwnerPersonalInfo,
  BeneficialOwnerRole,
  KycStatus,
  VerificationError,
  VerificationStatus,
} from '@payments-platform/types';
import type { RefusedFile } from '../../../people/verifications/verification-row.ts';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { SealedJson } from '../../sealing/sealed-json.ts';
import type { Fixed } from '../column-types.ts';

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

interface VerificationsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  status: VerificationStatus;
  errors: JsonText<readonly VerificationError[]>;
  refused: JsonText<readonly RefusedFile[]>;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

export interface VerificationTables {
  beneficial_owners: BeneficialOwnersTable;
  verifications: VerificationsTable;
}
