import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A transaction as it is stored. */
export type TransactionRow = Selectable<Schema['transactions']>;
