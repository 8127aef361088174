import type { BulkCustomerImportErrorEntry, BulkCustomerImportJob } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { JobRow } from './job-row.ts';

/** Row to wire, for the answer and for the event that ends the job. */
export function viewJob(row: JobRow, errors: readonly string[]): BulkCustomerImportJob {
  const { total, successful, failed, completed_at: completedAt } = row;
  return {
    id: storedId('Job', row.id),
    status: row.status as BulkCustomerImportJob['status'],
    progress: { total, processed: successful + failed, successful, failed },
    errors: errors.map((entry) => JSON.parse(entry) as BulkCustomerImportErrorEntry),
    ...(completedAt === null ? {} : { completedAt }),
  };
}
