import type { CardTransaction } from '@payments-platform/types';
import { expectStatus } from './caller.ts';
import { makeSender, type Sender } from './parties.ts';
import type { TestServer } from './test-server.ts';

/** A verified customer with an empty account in US dollars. */
export function makeHolder(server: TestServer, parts: object = {}): Promise<Sender> {
  return makeSender(server, 'USD', 0, parts);
}

/** The order of a card that is funded by the account in US dollars. */
export function cardBody({ customerId, accounts }: Sender, parts: object = {}): Record<string, unknown> {
  return { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accounts['USD']], ...parts };
}

/** A card, after the issuer has answered its order. */
// biome-ignore lint/suspicious/noExplicitAny: cards are checked against the specification
export async function issuedCard(server: TestServer, holder: Sender, parts: object = {}): Promise<any> {
  const { id } = expectStatus(await server.request('POST', '/cards', cardBody(holder, parts)), 201);
  await server.app.settle();
  return expectStatus(await server.request('GET', `/cards/${id}`), 200);
}

export interface Cardholder {
  readonly customerId: string;
  readonly cardId: string;
  /** The funding sources of the card. */
  readonly accountId: string;
}

interface CardOptions {
  readonly state?: 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';
  readonly limit?: number;
}

/** A verified customer with a card in US dollars and this balance on its account. */
export async function makeCardholder(
  server: TestServer,
  balance = 50_000,
  options: CardOptions = {},
): Promise<Cardholder> {
  const { customerId, accounts } = await makeSender(server, 'USD', balance);
  const accountId = accounts['USD'] ?? '';
  return { customerId, accountId, cardId: await issueCard(server, customerId, accountId, options) };
}

let orders = 0;

/** A card after the issuer's answer. One that the issuer never answers stays `PROCESSING`. */
export async function issueCard(
  server: TestServer,
  customerId: string,
  accountId: string,
  { state = 'ACTIVE', limit }: CardOptions = {},
): Promise<string> {
  orders += 1;
  const { id } = await issuedCard(
    server,
    { customerId, accounts: { USD: accountId } },
    {
      ...(limit !== undefined && { maxSpendPerTransaction: limit }),
      platformCardId: `order-${orders}-${state === 'PROCESSING' ? '001' : '100'}`,
    },
  );
  if (state === 'FROZEN' || state === 'CLOSED') await setCardState(server, id, state);
  return id;
}

export async function setCardState(
  server: TestServer,
  cardId: string,
  state: 'ACTIVE' | 'FROZEN' | 'CLOSED',
): Promise<void> {
  expectStatus(await server.request('PATCH', `/cards/${cardId}`, { state }), 200);
}

/** Sets another account as the card's funding source. */
export async function replaceSource(server: TestServer, cardId: string, accountId: string): Promise<void> {
  expectStatus(await server.request('PATCH', `/cards/${cardId}`, { fundingSources: [accountId] }), 200);
}

export const bookshop = {
  descriptor: 'CORNER BOOKSHOP',
  mcc: '5942',
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
};

type AtMerchant =
  | 'authorization'
  | 'credit_authorization'
  | 'credit_authorization_advice'
  | 'financial_authorization'
  | 'financial_credit_authorization';

/** Simulates a new transaction at a merchant, and returns it. */
export async function atMerchant(
  server: TestServer,
  cardId: string,
  kind: AtMerchant,
  amount: number,
  descriptor = bookshop.descriptor,
): Promise<CardTransaction> {
  const body = { amount, currency: { code: 'USD' }, merchant: { ...bookshop, descriptor } };
  const answer = await server.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body);
  return transactionOf(server, cardId, expectStatus(answer, 202).issuerTransactionToken);
}

type AfterAuthorization = 'clearing' | 'authorization_advice' | 'return';

/** Simulates the next step of a transaction, and returns the one that the response names. */
export async function afterwards(
  server: TestServer,
  { cardId, id }: Pick<CardTransaction, 'cardId' | 'id'>,
  kind: AfterAuthorization | 'authorization_reversal',
  amount?: number,
): Promise<CardTransaction> {
  const body = { cardTransactionId: id, ...(amount !== undefined && { amount }) };
  const answer = await server.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body);
  return transactionOf(server, cardId, expectStatus(answer, 202).issuerTransactionToken);
}

export async function reverseReturn(server: TestServer, { cardId, id }: CardTransaction): Promise<CardTransaction> {
  const answer = await server.request('POST', `/sandbox/cards/${id}/simulate/return_reversal`);
  return transactionOf(server, cardId, expectStatus(answer, 202).issuerTransactionToken);
}

export async function readTransaction(server: TestServer, id: string): Promise<CardTransaction> {
  return expectStatus(await server.request('GET', `/transactions/${id}`), 200);
}

async function transactionOf(server: TestServer, cardId: string, token: string): Promise<CardTransaction> {
  const { data } = expectStatus(await server.request('GET', `/transactions?cardId=${cardId}&limit=100`), 200);
  const found = data.find((one: CardTransaction) => one.issuerTransactionToken === token);
  if (found === undefined) throw new Error(`no transaction of ${cardId} has the token ${token}`);
  return found;
}

/** The available and the total balance. */
export async function amountsOn(server: TestServer, accountId: string): Promise<[balance: number, total: number]> {
  const { data } = expectStatus(await server.request('GET', '/customers/internal-accounts?limit=100'), 200);
  const account = data.find(({ id }: { id: string }) => id === accountId);
  return [account.balance.amount, account.totalBalance.amount];
}
