import { expectStatus } from './caller.ts';
import { makeSender, type Sender } from './parties.ts';
import type { TestServer } from './test-server.ts';

/** A verified customer with an account in US dollars that has no money yet. */
export function makeHolder(server: TestServer, parts: object = {}): Promise<Sender> {
  return makeSender(server, 'USD', 0, parts);
}

/** What orders a card that the account in US dollars pays for. */
export function cardBody({ customerId, accounts }: Sender, parts: object = {}): Record<string, unknown> {
  return { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accounts['USD']], ...parts };
}

/** A card that the issuer has been asked for and has answered about. */
// biome-ignore lint/suspicious/noExplicitAny: cards are checked against the specification
export async function issuedCard(server: TestServer, holder: Sender, parts: object = {}): Promise<any> {
  const { id } = expectStatus(await server.request('POST', '/cards', cardBody(holder, parts)), 201);
  await server.app.settle();
  return expectStatus(await server.request('GET', `/cards/${id}`), 200);
}
