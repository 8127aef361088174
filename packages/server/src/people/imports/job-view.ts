import type { BulkCustomerImportErrorEntry, BulkCustomerImportJob } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type JsonText, readJson } from '../../ground/json/json-text.ts';
import type { JobRow } from './tables.ts';

/** Row to wire, for the response and for the event that ends the job. */
export function viewJob(row: JobRow, errors: readonly JsonText<BulkCustomerImportErrorEntry>[]): BulkCustomerImportJob {
  const { total, successful, failed, completed_at: completedAt } = row;
  return {
    id: storedId('Job', row.id),
    status: row.status,
    progress: { total, processed: successful + failed, successful, failed },
    errors: errors.map(readJson),
    ...(completedAt === null ? {} : { completedAt }),
  };
}
