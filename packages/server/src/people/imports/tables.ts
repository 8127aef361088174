import type { BulkCustomerImportErrorEntry, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    bulk_import_jobs: BulkImportJobsTable;
    bulk_import_errors: BulkImportErrorsTable;
  }
}

interface BulkImportJobsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  status: StateOf<'bulk-import-job'>;
  file_key: Fixed<string>;
  total: number;
  successful: number;
  failed: number;
  next_offset: number | bigint | null;
  next_line: number | null;
  /** The position up to which the rows are counted while the job is pending, and their number. */
  counted_rows: number | null;
  counted_offset: number | bigint | null;
  counted_line: number | null;
  /** How often work on the job has started since its last record. */
  attempts: number;
  sequence: number;
  created_at: Fixed<Instant>;
  completed_at: Instant | null;
}

interface BulkImportErrorsTable {
  tenant: Fixed<number>;
  job_id: Fixed<string>;
  line: Fixed<number>;
  entry: Fixed<JsonText<BulkCustomerImportErrorEntry>>;
}

export type JobRow = Stored<'bulk_import_jobs'>;
