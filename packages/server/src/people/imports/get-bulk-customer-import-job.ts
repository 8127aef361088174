import { type Handler, refuse } from '../../operation/operation.ts';
import { findJob, listErrors } from './bulk-imports-repository.ts';
import { viewJob } from './job-view.ts';

export const getBulkCustomerImportJob: Handler<'getBulkCustomerImportJob'> = async ({ input, unit, tenant }) => {
  const { jobId } = input.path;
  const row = await findJob(unit, tenant, jobId);
  if (row === undefined) {
    return refuse(
      'BULK_UPLOAD_JOB_NOT_FOUND',
      `There is no import ${jobId}. Use the jobId that the upload returned, with a token of the same environment.`,
    );
  }
  return { status: 200, body: viewJob(row, await listErrors(unit, tenant, row.id)) };
};
