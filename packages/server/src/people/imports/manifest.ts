import { brokenBody } from '../../ground/specification/specification-validators.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { getBulkCustomerImportJob } from './get-bulk-customer-import-job.ts';
import { dueImports } from './import-customers.ts';
import { uploadCustomersCsv } from './upload-customers-csv.ts';

export const manifest = {
  operations: {
    getBulkCustomerImportJob,
    uploadCustomersCsv,
  },
  dueWork: [dueImports((body) => brokenBody('createCustomer', body))],
} satisfies Manifest;
