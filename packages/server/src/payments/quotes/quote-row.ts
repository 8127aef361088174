import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A quote as it is stored. */
export type QuoteRow = Selectable<Schema['quotes']>;
