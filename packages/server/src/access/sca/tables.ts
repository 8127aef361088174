import type { EnrollableScaFactor, ScaFactor, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { ScaPurpose } from './sca-purpose.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    authentication_locks: AuthenticationLocksTable;
    login_sessions: LoginSessionsTable;
    factor_enrollments: FactorEnrollmentsTable;
    authenticator_apps: AuthenticatorAppsTable;
    recovery_codes: RecoveryCodesTable;
    passkeys: PasskeysTable;
    sca_challenges: ScaChallengesTable;
    factor_resets: FactorResetsTable;
  }
}

interface AuthenticationLocksTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  status: StateOf<'authentication-lock'>;
  failed_attempts: number;
  locked_until: Instant | null;
  recent_attempts: number;
  recent_since: Instant;
}

interface LoginSessionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  factor: Fixed<ScaFactor>;
  sealed_ip_address: Fixed<string>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  ended_at: Instant | null;
}

interface FactorEnrollmentsTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  factor: Fixed<EnrollableScaFactor>;
  sealed_secret: string | null;
  passkey_challenge: string | null;
  relying_party_id: string | null;
  expires_at: Instant;
}

interface AuthenticatorAppsTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  sealed_secret: string;
  last_step: number;
  enrolled_at: Instant;
}

interface RecoveryCodesTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  code_digest: Fixed<string>;
  used_at: Instant | null;
}

interface PasskeysTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  credential_id: Fixed<string>;
  public_key: Fixed<string>;
  sign_count: number;
  transports: Fixed<JsonText<readonly string[]>>;
  relying_party_id: Fixed<string>;
  name: Fixed<string>;
  enrolled_at: Fixed<Instant>;
}

interface ScaChallengesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  kind: Fixed<'LOGIN' | 'QUOTE' | 'TRUST' | 'UNTRUST'>;
  subject_id: Fixed<string>;
  customer_id: Fixed<string>;
  status: StateOf<'sca-challenge'>;
  factor: Fixed<ScaFactor>;
  purpose: Fixed<ScaPurpose | null>;
  available_factors: Fixed<JsonText<readonly ScaFactor[]>>;
  code_digest: string | null;
  codes_sent: number;
  code_sent_at: Instant | null;
  passkey_nonce: Fixed<string>;
  passkey_options: Fixed<JsonText<PasskeyOptions> | null>;
  sealed_ip_address: string | null;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  closed_at: Instant | null;
}

interface FactorResetsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  factor: Fixed<ScaFactor>;
  status: StateOf<'factor-reset'>;
  enrollment_status: StateOf<'sca-enrollment'> | null;
  review_ends_at: Instant | null;
  review_passes: number | null;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  completed_at: Instant | null;
}

/** A challenge as it is stored. */
export type ChallengeRow = Stored<'sca_challenges'>;
export type ChallengeKind = ChallengeRow['kind'];

/** What a browser needs so that the customer can sign with a passkey. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials: readonly {
    readonly type: 'public-key';
    readonly id: string;
    readonly transports: readonly string[];
  }[];
  readonly userVerification: 'required';
  readonly timeout: number;
}
