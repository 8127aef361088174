import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** An API token as it is stored. */
export type TokenRow = Selectable<Schema['tokens']>;
