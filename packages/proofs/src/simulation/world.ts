import { connectAgent, makeAgent, policyWith } from '../../../server/test/agents.ts';
import { issueCard } from '../../../server/test/cards.ts';
import { fund, makeSender } from '../../../server/test/parties.ts';
import { sampleAccounts } from '../../../server/test/sample-accounts.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import type { AgentInPlay, CardInPlay, Place, World } from './play.ts';

/** Every outcome that the last digits of an account can select, and one without a special outcome. */
const suffixes = ['111', '002', '003', '004', '005', '006', '007'];
const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };
const startingMinor = 20_000_000;

/**
 * Three customers with a card each, agents for two of them, money in several currencies, and payees for every outcome
 * of the sandbox.
 */
export async function createWorld(server: TestServer): Promise<World> {
  const customers: string[] = [];
  const sources: Place[] = [];
  const cards: CardInPlay[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    customers.push(customerId);
    const { USD: dollars = '', USDB: wallet, ...others } = accounts;
    cards.push({
      ...{ cardId: await issueCard(server, customerId, dollars), customerId, isClosed: false },
      accounts: wallet === undefined ? [dollars] : [dollars, wallet],
    });
    for (const [currency, accountId] of Object.entries({ USD: dollars, ...others })) {
      await fund(server, accountId, startingMinor);
      sources.push({ accountId, currency, customerId });
    }
  }
  const destinations = [...sources];
  const payer = customers[0] ?? '';
  for (const [index, suffix] of suffixes.entries()) {
    destinations.push(
      await payee(server, payer, 'USD', {
        accountType: 'USD_ACCOUNT',
        accountNumber: `90000${index}${suffix}`,
        routingNumber: '021000021',
        beneficiary,
      }),
      await payee(server, payer, 'GBP', {
        accountType: 'GBP_ACCOUNT',
        sortCode: '200000',
        accountNumber: `4000${index}${suffix}`,
        beneficiary,
      }),
    );
  }
  for (const kind of ['MXN_ACCOUNT', 'BRL_ACCOUNT', 'INR_ACCOUNT', 'SOLANA_WALLET', 'EUR_ACCOUNT'] as const) {
    const { currency, accountInfo } = sampleAccounts[kind];
    destinations.push(await payee(server, payer, currency, accountInfo));
  }
  const pulled = destinations.filter(
    ({ accountId, currency }) => currency === 'USD' && accountId.startsWith('External'),
  );
  // The first customer has the payees, and two agents that must not access each other's data.
  const agents: AgentInPlay[] = [];
  for (const customerId of [payer, payer, customers[1] ?? '']) agents.push(await openAgent(server, customerId));
  const drawn = { pulled: pulled.map(({ accountId }) => accountId), cards, agents, wallets: [] };
  return { customers, sources, destinations, ...drawn };
}

/** An agent with all permissions, until its policy changes. */
export async function openAgent(server: TestServer, customerId: string): Promise<AgentInPlay> {
  const { agentId, accessToken } = await connectAgent(server, await makeAgent(server, customerId, policyWith()));
  return { agentId, accessToken, customerId, quotes: [] };
}

async function payee(server: TestServer, customerId: string, currency: string, accountInfo: object): Promise<Place> {
  const { status, body, text } = await server.request('POST', '/customers/external-accounts', {
    customerId,
    currency,
    accountInfo,
  });
  if (status !== 201) throw new Error(text);
  return { accountId: body.id, currency, customerId };
}
