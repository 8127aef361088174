import type { StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    invitations: InvitationsTable;
    invitation_settings: InvitationSettingsTable;
  }
}

interface InvitationsTable {
  /** The platform that created it. */
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** The code itself is not stored. */
  code_digest: Fixed<string>;
  /** `EXPIRED` is never stored: it follows from `expires_at`. */
  status: StateOf<'invitation'>;
  /** `null` in what an older release has stored. */
  inviter_id: Fixed<string | null>;
  /** The address at the time. */
  inviter_uma: Fixed<string>;
  invitee_uma: string | null;
  first_name: Fixed<string | null>;
  amount_minor: Fixed<bigint | null>;
  currency: Fixed<CurrencyCode | null>;
  sequence: number;
  expires_at: Fixed<Instant | null>;
  created_at: Fixed<Instant>;
  claimed_at: Instant | null;
  updated_at: Instant;
}

/** An invitation as it is stored. */
export type InvitationRow = Stored<'invitations'>;

interface InvitationSettingsTable {
  tenant: Fixed<number>;
  name: string;
  logo_url: string;
  onboarding_url: string;
  /** ISO 3166-1 codes of the countries that the platform serves. */
  countries: JsonText<readonly string[]>;
  updated_at: Instant;
}

/** The operator's settings for the invitations of a platform. */
export type InvitationSettingsRow = Stored<'invitation_settings'>;
