import type { KycStatus, VerificationStatus } from '@payments-platform/types';
import type { Instant } from '../../clock/instant.ts';
import type { Fixed, JsonText } from '../column-types.ts';

interface BeneficialOwnersTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  roles: JsonText;
  ownership_percentage: number;
  sealed_personal_info: string;
  kyc_status: KycStatus;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface VerificationsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  status: VerificationStatus;
  errors: JsonText;
  refused: JsonText;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

export interface VerificationTables {
  beneficial_owners: BeneficialOwnersTable;
  verifications: VerificationsTable;
}
