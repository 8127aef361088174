import { afterwards, atMerchant, cardBody, issuedCard, makeHolder } from '../cards.ts';
import { fund, type Sender, setAccountStatus } from '../parties.ts';
import type { TestServer } from '../test-server.ts';
import { must, type Proof, refusal, removeCustomer, type Seen } from './proof.ts';

interface Spender {
  readonly holder: Sender;
  readonly accountId: string;
  readonly cardId: string;
}

/** A customer with an active card and this balance on its account. */
async function makeSpender(server: TestServer, balance = 5_000): Promise<Spender> {
  const holder = await makeHolder(server);
  const accountId = holder.accounts['USD'] ?? '';
  if (balance > 0) await fund(server, accountId, balance);
  return { holder, accountId, cardId: (await issuedCard(server, holder)).id };
}

async function stateOf(server: TestServer, cardId: string): Promise<Seen> {
  return { status: (await must(server.request('GET', `/cards/${cardId}`))).body.state };
}

/** The outcome of a purchase that is requested after `change`. */
async function boughtAfter(server: TestServer, change: (spender: Spender) => Promise<unknown>): Promise<Seen> {
  const spender = await makeSpender(server);
  await change(spender);
  return { status: (await atMerchant(server, spender.cardId, 'authorization', 1_000)).status };
}

const move = (server: TestServer, cardId: string, state: string) =>
  must(server.request('PATCH', `/cards/${cardId}`, { state }));

async function settledAfter(server: TestServer, state: string): Promise<Seen> {
  const { cardId } = await makeSpender(server);
  const purchase = await atMerchant(server, cardId, 'authorization', 1_000);
  await move(server, cardId, state);
  return { status: (await afterwards(server, purchase, 'clearing', 1_000)).status };
}

async function closedCard(server: TestServer): Promise<Spender> {
  const spender = await makeSpender(server, 0);
  await move(server, spender.cardId, 'CLOSED');
  return spender;
}

export const cardProofs = {
  'card.frozen-new-purchase': (server) => boughtAfter(server, ({ cardId }) => move(server, cardId, 'FROZEN')),
  'card.frozen-purchase': (server) => settledAfter(server, 'FROZEN'),
  'card.closed-new-purchase': (server) => boughtAfter(server, ({ cardId }) => move(server, cardId, 'CLOSED')),
  'card.closed-purchase': (server) => settledAfter(server, 'CLOSED'),
  'card.closed-reveal': async (server) =>
    refusal(await server.request('POST', `/cards/${(await closedCard(server)).cardId}/reveal`)),
  'card.closed-name': async (server) => {
    const { holder, cardId } = await closedCard(server);
    const { platformCardId } = (await must(server.request('GET', `/cards/${cardId}`))).body;
    const again = await must(server.request('POST', '/cards', cardBody(holder, { platformCardId })));
    return { status: again.body.state };
  },
  'customer.card': async (server) => {
    const { holder, cardId } = await makeSpender(server, 0);
    await must(removeCustomer(server, holder.customerId));
    return stateOf(server, cardId);
  },
  'customer.new-card': async (server) => {
    const holder = await makeHolder(server);
    await must(removeCustomer(server, holder.customerId));
    return refusal(await server.request('POST', '/cards', cardBody(holder)));
  },
  'customer.purchase': async (server) => {
    const { holder, cardId } = await makeSpender(server, 1_000);
    await atMerchant(server, cardId, 'authorization', 1_000);
    return refusal(await removeCustomer(server, holder.customerId));
  },
  'internal-account.frozen-new-card': async (server) => {
    const holder = await makeHolder(server);
    await must(setAccountStatus(server, holder.accounts['USD'] ?? '', 'FROZEN'));
    return refusal(await server.request('POST', '/cards', cardBody(holder)));
  },
  'internal-account.frozen-purchase': (server) =>
    boughtAfter(server, ({ accountId }) => must(setAccountStatus(server, accountId, 'FROZEN'))),
  'internal-account.closed-card': async (server) => {
    const { accountId, cardId } = await makeSpender(server, 0);
    await must(setAccountStatus(server, accountId, 'CLOSED'));
    return stateOf(server, cardId);
  },
} as const satisfies Readonly<Record<string, Proof>>;
