import type { BulkCustomerImportErrorEntry, StateOf } from '@payments-platform/types';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { Fixed } from '../column-types.ts';

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
  sequence: number;
  due_at: Instant | null;
  created_at: Fixed<Instant>;
  completed_at: Instant | null;
}

interface BulkImportErrorsTable {
  tenant: Fixed<number>;
  job_id: Fixed<string>;
  line: Fixed<number>;
  entry: Fixed<JsonText<BulkCustomerImportErrorEntry>>;
}

export interface BulkImportTables {
  bulk_import_jobs: BulkImportJobsTable;
  bulk_import_errors: BulkImportErrorsTable;
}
