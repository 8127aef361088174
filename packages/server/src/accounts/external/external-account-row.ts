import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** An external account as it is stored. */
export type ExternalAccountRow = Selectable<Schema['external_accounts']>;

/** Names the timers that say when the bank of an account is asked whether money may be taken from it. */
export const validationTimers = 'external_accounts';
