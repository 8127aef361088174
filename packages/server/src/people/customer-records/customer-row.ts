import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A customer as it is stored. */
export type CustomerRow = Selectable<Schema['customers']>;
