import { createCaller } from './caller.ts';
import { consent, newCustomerId } from './customers.ts';
import type { TestServer } from './test-server.ts';

/** The UMA address of a new customer. */
export async function newAddress(server: TestServer, parts: object = {}): Promise<string> {
  const { body } = await server.request(
    'GET',
    `/customers/${await newCustomerId(server, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent: consent, ...parts })}`,
  );
  return body.umaAddress;
}

/** The endpoint for events of claims. It has no listener. */
export const endpoint = { webhookEndpoint: 'http://127.0.0.1:9/webhooks' };

/** A platform that can invite, and the address of an inviting customer. */
export async function makeInviter(server: TestServer, parts: object = {}): Promise<string> {
  await server.request('PATCH', '/config', endpoint);
  return newAddress(server, parts);
}

export interface Invited {
  readonly inviterUma: string;
  readonly code: string;
  readonly url: string;
}

/** A new invitation of a new customer. */
export async function invite(server: TestServer, parts: object = {}): Promise<Invited> {
  const inviterUma = await makeInviter(server);
  const { status, body } = await server.request('POST', '/invitations', { inviterUma, ...parts });
  if (status !== 201) throw new Error(`no invitation was created: ${JSON.stringify(body)}`);
  return { inviterUma, code: body.code, url: body.url };
}

/** Reads codes that were never issued. */
export async function guess(server: TestServer, times: number): Promise<number[]> {
  const caller = createCaller({ baseUrl: server.baseUrl, ...server.credentials });
  const codes = Array.from({ length: times }, (_, index) => (0xfeed0000 + index).toString(16));
  const answers = await Promise.all(codes.map((code) => caller.request('GET', `/invitations/${code}`)));
  return answers.map(({ status }) => status);
}

/** The code of an invitation on a platform without an endpoint, except while the invitation is created. */
export async function inviteWithoutEndpoint(server: TestServer, inviterUma: string): Promise<string> {
  const settings = createCaller({ baseUrl: server.baseUrl, ...server.credentials });
  await settings.request('PATCH', '/config', { webhookEndpoint: 'https://hooks.example.com/payments' });
  const { body } = await server.request('POST', '/invitations', { inviterUma });
  await settings.request('PATCH', '/config', { webhookEndpoint: null });
  return body.code;
}
