import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { dayMs } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { lockAgentsOfCustomer } from '../agents/find-agent.ts';

eachEngine('parallel payments of an agent', (start) => {
  it.each([
    ['a daily limit', 64, { dailyLimit: 7_500 }],
    ['a number of payments in a day', 12, { dailyTransactionLimit: 7 }],
    ['a monthly limit', 12, { monthlyLimit: 7_999 }],
  ])('stay within %s when %i are executed at once', async (_limit, count, limits) => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    const agent = await newConnectedAgent(server, customerId, policyWith(limits));
    const quotes: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const { body } = await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount: 1_000 }));
      quotes.push(body.id);
    }
    const answers = await Promise.all(quotes.map((id) => agent.request('POST', `/agents/me/quotes/${id}/execute`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(count - 7);
    expect((await server.request('GET', `/agents/${agent.agentId}`)).body.usage).toMatchObject({
      dailyTransactionCount: 7,
      dailySpend: 7_000,
      monthlySpend: 7_000,
    });
    expect(await balanceOf(server, from)).toBe(993_000);
    expect((await agent.request('GET', '/agents/me/actions?limit=100')).body.data).toHaveLength(7);
  });

  it('stay within the daily limit when 12 that wait are approved at once', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const transfer = {
      source: { accountId: accounts['USD'] },
      destination: { accountId: await makeUsdAccount(server, customerId) },
      amount: 1_000,
    };
    const policy = policyWith({ dailyLimit: 5_000 }, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const agent = await newConnectedAgent(server, customerId, policy);
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => agent.request('POST', '/agents/me/transfer-out', transfer)),
    );
    const decided = await Promise.all(
      asked.map(({ body }) => server.request('POST', `/agents/${agent.agentId}/actions/${body.id}/approve`)),
    );
    const statuses = decided.map(({ body }) => body.status);
    expect(statuses.filter((status) => status === 'APPROVED')).toHaveLength(5);
    expect(statuses.filter((status) => status === 'FAILED')).toHaveLength(7);
    await server.advance(dayMs);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(995_000);
  });

  it('wait for the deletion of their customer, which locks the customer before the agent', async () => {
    const server = await start();
    const { deps, tenant } = server;
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    const pull = {
      source: { accountId: await makeUsdAccount(server, customerId) },
      destination: { accountId: accounts['USD'] },
      amount: 1_000,
    };
    let attempts = 0;
    const { pulling } = await deps.database.transaction(async (unit) => {
      attempts += 1;
      // Of a deadlock, this unit would be the victim.
      if (unit.engine === 'postgres') await unit.select((db) => rawQuery(sql`set local deadlock_timeout = 10`, db));
      await lockActiveCustomer(unit, tenant, customerId);
      const sent = agent.request('POST', '/agents/me/transfer-in', pull);
      await untilWaiting(server.bare, sent);
      await lockAgentsOfCustomer(unit, tenant, customerId);
      return { pulling: sent };
    });
    expect([(await pulling).status, attempts]).toEqual([201, 1]);
  });
});
