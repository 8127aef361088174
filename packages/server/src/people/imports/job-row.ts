import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

export type JobRow = Selectable<Schema['bulk_import_jobs']>;
