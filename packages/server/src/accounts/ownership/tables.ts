import type { OwnershipVerificationMethod, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    ownership_challenges: OwnershipChallengesTable;
  }
}

interface OwnershipChallengesTable {
  tenant: Fixed<number>;
  external_account_id: Fixed<string>;
  id: string;
  method: OwnershipVerificationMethod;
  status: StateOf<'ownership-challenge'>;
  sealed_message: string | null;
  expires_at: Instant;
  created_at: Instant;
  settled_at: Instant | null;
}

/** The latest challenge of an account, as it is stored. Its status does not show whether it has expired. */
export type ChallengeRow = Stored<'ownership_challenges'>;
