import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A person who owns or runs a business, as stored. */
export type BeneficialOwnerRow = Selectable<Schema['beneficial_owners']>;
