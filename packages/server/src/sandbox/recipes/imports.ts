import type { BulkImportJobId } from '@payments-platform/types';
import type { Maker } from './maker.ts';

const columns = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'fullName',
  'birthDate',
  'businessLegalName',
  'addressLine1',
  'city',
  'state',
  'postalCode',
  'country',
];

async function upload(maker: Maker, lines: readonly string[]): Promise<BulkImportJobId> {
  const body = { file: { name: 'customers.csv', text: lines.join('\n') } };
  const { jobId } = await maker.ask('uploadCustomersCsv', { body });
  await maker.settle();
  return jobId;
}

/** A file with one person in it. */
export async function importPerson(maker: Maker): Promise<BulkImportJobId> {
  const { umaDomain } = await maker.ask('getPlatformConfig');
  const name = `imported-${maker.digits(12)}-x`;
  const row = [`$${name}@${umaDomain}`, name, 'INDIVIDUAL', 'Grace Hopper', '1985-12-09', '', '1 Main Street'];
  return upload(maker, [columns.join(','), [...row, 'New York', 'NY', '10001', 'US'].join(',')]);
}

/** A file that lacks a column. */
export function importBroken(maker: Maker): Promise<BulkImportJobId> {
  return upload(maker, ['fullName', 'Grace Hopper']);
}
