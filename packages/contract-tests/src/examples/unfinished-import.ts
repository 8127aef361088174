import { dueImports } from '../../../server/src/people/imports/import-customers.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import type { Recorded } from './recorded-answers.ts';

const rows = 20_000;
const row = `uneven,${'x'.repeat(90)}\n`;

/** Over HTTP an import is unfinished only between two turns of the work, so here the turns are taken one by one. */
export async function showUnfinishedImport(server: TestServer, recorded: Recorded): Promise<void> {
  const form = new FormData();
  form.append(
    'file',
    new File([`umaAddress,platformCustomerId,customerType\n${row.repeat(rows)}`], 'a.csv', { type: 'text/csv' }),
  );
  const { body } = await server.request('POST', '/customers/bulk/csv', form);
  const { work } = dueImports(() => []);
  for (let turn = 0; turn < 2; turn += 1) {
    await work(server.deps, () => undefined);
    const job = await server.request('GET', `/customers/bulk/jobs/${body.jobId}`);
    recorded.answer('getBulkCustomerImportJob', job.status, job.body);
  }
}
