import type { TestServer } from './test-server.ts';

/** The default fields for tests of other rules. */
export const consent = {
  acceptedAt: '2024-12-31T23:00:00.000Z',
  ipAddress: '203.0.113.24',
  termsVersion: 'V1',
  acceptanceMethod: 'CHECKBOX',
} as const;

export const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;

export const business = {
  customerType: 'BUSINESS',
  businessInfo: {
    legalName: 'Analytical Engines LLC',
    country: 'US',
    incorporatedOn: '2019-05-04',
    taxId: '12-3456789',
  },
} as const;

/** The id of a new customer of the server's platform. */
export async function newCustomerId(server: TestServer, body: object = person): Promise<string> {
  const answer = await server.request('POST', '/customers', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}
