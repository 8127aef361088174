import { dueImports } from '../src/people/imports/import-customers.ts';
import type { Answer, TestServer } from './test-server.ts';

const rows = 20_000;
const row = `uneven,${'x'.repeat(90)}\n`;

/** The answers about an import between its turns of work; over HTTP alone they could not be told from each other. */
export async function answersDuringImport(server: TestServer): Promise<Answer[]> {
  const text = `umaAddress,platformCustomerId,customerType\n${row.repeat(rows)}`;
  const form = new FormData();
  form.append('file', new File([text], 'customers.csv', { type: 'text/csv' }));
  const { body } = await server.request('POST', '/customers/bulk/csv', form);
  const { work } = dueImports(() => []);
  const answers: Answer[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    await work(server.deps, () => undefined);
    answers.push(await server.request('GET', `/customers/bulk/jobs/${body.jobId}`));
  }
  return answers;
}
