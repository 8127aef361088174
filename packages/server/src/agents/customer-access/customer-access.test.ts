import { expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { authorize, logIn, newEuropeanPayer, rightCode } from '../../../test/sca-customers.ts';
import type { TestServer } from '../../../test/test-server.ts';

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

async function twoCustomers(server: TestServer) {
  const [own, other] = [await makeSender(server), await makeSender(server)];
  const agent = await newConnectedAgent(server, own.customerId);
  return { own, other, agent };
}

oneEngine('the access of an agent to its customer', (start) => {
  it('includes its internal accounts with their balances and none of another customer', async () => {
    const server = await start();
    const { own, agent } = await twoCustomers(server);
    const { status, body } = await agent.request('GET', '/agents/me/internal-accounts?limit=100');
    expect(status).toBe(200);
    expect(idsOf(body).toSorted()).toEqual(Object.values(own.accounts).toSorted());
    const dollars = await agent.request('GET', '/agents/me/internal-accounts?currency=USD');
    expect(dollars.body.data).toMatchObject([{ id: own.accounts['USD'], balance: { amount: 1_000_000 } }]);
  });

  it('includes its payees, which the agent adds and deletes for this customer only', async () => {
    const server = await start();
    const { own, other, agent } = await twoCustomers(server);
    const [mine, theirs] = [
      await makeUsdAccount(server, own.customerId),
      await makeUsdAccount(server, other.customerId),
    ];
    const accountInfo = {
      accountType: 'GBP_ACCOUNT',
      sortCode: '200000',
      accountNumber: '31926111',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
    };
    const foreign = await agent.request('POST', '/agents/me/external-accounts', {
      customerId: other.customerId,
      currency: 'GBP',
      accountInfo,
    });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_INPUT']);
    const made = await agent.request('POST', '/agents/me/external-accounts', { currency: 'GBP', accountInfo });
    expect([made.status, made.body.customerId]).toEqual([201, own.customerId]);
    const twice = await agent.request('POST', '/agents/me/external-accounts', { currency: 'GBP', accountInfo });
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE_EXTERNAL_ACCOUNT']);
    const list = async (query = ''): Promise<string[]> =>
      idsOf((await agent.request('GET', `/agents/me/external-accounts${query}`)).body);
    expect(await list()).toEqual([made.body.id, mine]);
    expect(idsOf((await agent.request('GET', '/agents/me/external-accounts')).body)).toHaveLength(2);
    expect(await list('?currency=USD')).toEqual([mine]);
    expect((await agent.request('GET', `/agents/me/external-accounts/${mine}`)).body.id).toBe(mine);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await agent.request(method, `/agents/me/external-accounts/${theirs}`);
      expect([status, body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    }
    expect((await agent.request('DELETE', `/agents/me/external-accounts/${made.body.id}`)).status).toBe(204);
    expect((await agent.request('DELETE', `/agents/me/external-accounts/${made.body.id}`)).status).toBe(404);
    expect(await list()).toEqual([mine]);
  });

  it('refuses the agent the deletion of a trusted payee', async () => {
    const server = await start();
    const { customerId, payee } = await newEuropeanPayer(server, 0);
    const agent = await newConnectedAgent(server, customerId);
    const path = `/customers/external-accounts/${payee}/trust`;
    await server.request('POST', path);
    await server.request('POST', `${path}/confirm`, rightCode);
    const { status, body } = await agent.request('DELETE', `/agents/me/external-accounts/${payee}`);
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await agent.request('GET', `/agents/me/external-accounts/${payee}`)).status).toBe(200);
  });

  it('shows a payment as PENDING_AUTHORIZATION until the customer has authenticated', async () => {
    const server = await start();
    const { customerId, payee, accounts } = await newEuropeanPayer(server);
    const agent = await newConnectedAgent(server, customerId, policyWith({ currency: 'USD' }));
    const quote = await agent.request(
      'POST',
      '/agents/me/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: payee, amount: 1_000 }),
    );
    const { body } = await agent.request('POST', `/agents/me/quotes/${quote.body.id}/execute`);
    expect([body.status, body.transaction.status]).toEqual(['APPROVED', 'PENDING_AUTHORIZATION']);
    await logIn(server, customerId);
    const authorized = await authorize(server, quote.body.id, rightCode);
    expect(authorized.body.status).toBe('PROCESSING');
  });
});

eachEngine('the access of an agent to its customer', (start) => {
  it('includes its transactions, whether the platform or the agent created them, which agentId tells apart', async () => {
    const server = await start();
    const { own, other, agent } = await twoCustomers(server);
    const quote = async (sender: typeof own, by: Pick<TestServer, 'request'>, path: string): Promise<string> => {
      const to = await makeGbpAccount(server, sender.customerId);
      return (await by.request('POST', path, quoteBody({ from: sender.accounts['USD'] ?? '', to }))).body.transactionId;
    };
    const byPlatform = await quote(own, server, '/quotes');
    const byAgent = await quote(own, agent, '/agents/me/quotes');
    const ofOther = await quote(other, server, '/quotes');
    const { body } = await agent.request('GET', '/agents/me/transactions');
    expect(body.data).toMatchObject([{ id: byAgent, agentId: agent.agentId }, { id: byPlatform }]);
    expect(body.data[1]).not.toHaveProperty('agentId');
    const filtered = await agent.request('GET', `/agents/me/transactions?customerId=${other.customerId}`);
    expect(idsOf(filtered.body)).toEqual([byAgent, byPlatform]);
    expect((await agent.request('GET', `/agents/me/transactions/${byPlatform}`)).body.id).toBe(byPlatform);
    const listed = async (query: string) => idsOf((await server.request('GET', `/transactions?${query}`)).body);
    expect(await listed(`agentId=${agent.agentId}`)).toEqual([byAgent]);
    expect(await listed(`agentId=${agent.agentId}&customerId=${other.customerId}`)).toEqual([]);
    expect(await listed(`agentId=${agent.agentId}&type=CARD`)).toEqual([]);
    const foreign = await agent.request('GET', `/agents/me/transactions/${ofOther}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    await server.request('DELETE', `/agents/${agent.agentId}`);
    expect(await listed(`agentId=${agent.agentId}&status=PENDING`)).toEqual([byAgent]);
  });
});
