import type { Answer, TestServer } from './test-server.ts';

export const header =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,businessLegalName,addressLine1,city,state,postalCode,country';

export async function upload(
  server: Pick<TestServer, 'request'>,
  text: string | Uint8Array<ArrayBuffer>,
  name = 'file',
): Promise<Answer> {
  const form = new FormData();
  form.append(name, new Blob([text], { type: 'text/csv' }), 'customers.csv');
  return server.request('POST', '/customers/bulk/csv', form);
}

export async function imported(server: TestServer, text: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const { body } = await upload(server, text);
  await server.advance(1_000);
  return server.request('GET', `/customers/bulk/jobs/${body.jobId}`);
}

export const domainOf = async (server: TestServer): Promise<string> =>
  (await server.request('GET', '/config')).body.umaDomain;

export function person(domain: string, id: string, birthDate = '1985-12-09'): string {
  return `$${id}@${domain},${id},INDIVIDUAL,Grace Hopper,${birthDate},,1 Main Street,New York,NY,10001,US`;
}

export function business(domain: string, id: string): string {
  return `$${id}@${domain},${id},BUSINESS,,,Compiler Works Inc,3 Main Street,New York,NY,10001,US`;
}
