import { dayMs } from '../../src/ground/clock/instant.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../parties.ts';
import type { Answer, TestServer } from '../test-server.ts';

/** The observed outcome, in the words of the table. */
export interface Seen {
  readonly code?: string | undefined;
  readonly status?: string | undefined;
  readonly failureReason?: string | undefined;
  readonly refund?: string | undefined;
}

/** Does what a row of the table is about on a running server, and returns the outcome. */
export type Proof = (server: TestServer) => Promise<Seen>;

/** The code of a refusal. Anything else is reported as no code, which no row has. */
export function refusal({ status, body }: Answer): Seen {
  return { code: status >= 400 ? body.code : `answered ${status}` };
}

/** The outcome of a payment once all due work is done. */
export async function ending(server: TestServer, transactionId: string, afterMs = 10 * dayMs): Promise<Seen> {
  if (afterMs > 0) await server.advance(afterMs);
  const { body } = await server.request('GET', `/transactions/${transactionId}`);
  return { status: body.status, failureReason: body.failureReason, refund: body.refund?.status };
}

export const removeCustomer = (server: TestServer, id: string): Promise<Answer> =>
  server.request('DELETE', `/customers/${id}`);

export const removeAccount = (server: TestServer, id: string): Promise<Answer> =>
  server.request('DELETE', `/customers/external-accounts/${id}`);

export const execute = (server: TestServer, quoteId: string): Promise<Answer> =>
  server.request('POST', `/quotes/${quoteId}/execute`);

/** The steps that must have succeeded for the proof to be valid. */
export async function must(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

export interface Quoted {
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
  readonly quoteId: string;
  readonly transactionId: string;
}

/** A customer with a quote from the dollars to a bank account with a number that ends in `suffix`. */
export async function quoteOut(server: TestServer, suffix = '111'): Promise<Quoted> {
  const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
  const to = await makeUsdAccount(server, customerId, suffix);
  return { customerId, to, ...(await quote(server, accounts['USD'] ?? '', to)) };
}

/** A customer with a quote from the dollars to the euros. */
export async function quoteInside(server: TestServer): Promise<Quoted> {
  const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
  const to = accounts['EUR'] ?? '';
  return { customerId, to, ...(await quote(server, accounts['USD'] ?? '', to)) };
}

export async function quote(
  server: TestServer,
  from: string,
  to: string,
): Promise<Pick<Quoted, 'from' | 'quoteId' | 'transactionId'>> {
  const { body } = await must(server.request('POST', '/quotes', quoteBody({ from, to, amount: 10_000 })));
  return { from, quoteId: body.id, transactionId: body.transactionId };
}

/** Makes a deposit from outside to an internal account. */
export async function deposit(server: TestServer, accountId: string): Promise<string> {
  return (
    await must(server.request('POST', '/sandbox/deposits', { accountId, amount: 500, accountIdentifier: '7654321' }))
  ).body.id;
}
