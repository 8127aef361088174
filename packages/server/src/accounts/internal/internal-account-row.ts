import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** An internal account as it is stored. */
export type InternalAccountRow = Selectable<Schema['internal_accounts']>;
