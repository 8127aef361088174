import { business, newCustomerId } from './customers.ts';
import { fileOf, formOf, upload } from './documents.ts';
import type { Answer, TestServer } from './test-server.ts';

const address = {
  line1: '548 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94104',
  country: 'US',
} as const;

/** A person with every field that a verification requires. */
export const completePerson = {
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
} as const;

/** A business with every field that a verification requires, and a register number with the given ending. */
export function completeBusiness(suffix = '111'): object {
  return { ...business, address, businessInfo: { ...business.businessInfo, registrationNumber: `5523${suffix}` } };
}

export const ownerInfo = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1980-12-09',
  nationality: 'US',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
} as const;

export const owner = { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 60, personalInfo: ownerInfo } as const;

export function addOwner(server: TestServer, customerId: string, changes: object = {}): Promise<Answer> {
  return server.request('POST', '/beneficial-owners', { ...owner, ...changes, customerId });
}

export async function addOwnerNamed(server: TestServer, customerId: string, lastName: string): Promise<string> {
  const answer = await addOwner(server, customerId, { personalInfo: { ...ownerInfo, lastName } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/** One document for each fact that a business has to prove. */
const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;

/** Uploads the documents of a business in order, and returns their ids. */
export async function uploadBusinessDocuments(server: TestServer, customerId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const documentType of businessDocuments) {
    ids.push((await upload(server, customerId, { documentType })).body.id);
  }
  return ids;
}

/** Replaces the file of a document. */
export async function replaceFile(server: TestServer, documentId: string): Promise<void> {
  const { body } = await server.request('GET', `/documents/${documentId}`);
  const { documentType, side, country, documentNumber, issuingAuthority } = body;
  const form = formOf({ documentType, side, country, documentNumber, issuingAuthority, file: fileOf('png') });
  const answer = await server.request('PUT', `/documents/${documentId}`, form);
  if (answer.status !== 200) throw new Error(answer.text);
}

export function submit(server: TestServer, customerId: string): Promise<Answer> {
  return server.request('POST', '/verifications', { customerId });
}

/** The types of the blocking errors, each with its field if it has one. */
export function problemsIn({ body }: Answer): string[] {
  return body.errors.map(({ type, field }: { type: string; field?: string }) =>
    field === undefined ? type : `${type} ${field}`,
  );
}

/** A person with complete data, and the id of the passport. */
export async function readyPerson(
  server: TestServer,
  suffix = '',
): Promise<{ customerId: string; documentId: string }> {
  const customerId = await newCustomerId(server, { ...completePerson, fullName: `Ada Lovelace${suffix}` });
  return { customerId, documentId: (await upload(server, customerId)).body.id };
}
