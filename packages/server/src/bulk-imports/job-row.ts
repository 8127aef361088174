import type { Selectable } from 'kysely';
import type { Schema } from '../database/schema.ts';

export type JobRow = Selectable<Schema['bulk_import_jobs']>;
