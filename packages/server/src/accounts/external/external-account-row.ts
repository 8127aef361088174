import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** An external account as it is stored. */
export type ExternalAccountRow = Selectable<Schema['external_accounts']>;
