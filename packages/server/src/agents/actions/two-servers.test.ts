import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectedAgent, callerWith, makeAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import type { Caller } from '../../../test/caller.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { postgresUnavailable } from '../../../test/postgres-cluster.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { startTwoServers, type TwoServers } from '../../../test/two-servers.ts';

const approvalRequired = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });

interface Scene {
  readonly server: TestServer;
  readonly from: string;
  readonly agent: ConnectedAgent;
  /** The agent's client of each server. */
  readonly agents: readonly [Caller, Caller];
  quotes(count: number): Promise<string[]>;
}

describe.skipIf(postgresUnavailable() !== undefined)('an agent at two servers on one PostgreSQL database', () => {
  let servers: TwoServers;

  beforeAll(async () => {
    servers = await startTwoServers();
  });
  afterAll(() => servers.close());

  async function scene(policy: object = policyWith()): Promise<Scene> {
    const { server, callers } = servers;
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    const agent = await newConnectedAgent(server, customerId, policy);
    const [first, second] = callers.map((caller) => callerWith(caller, agent.accessToken));
    if (first === undefined || second === undefined) throw new Error('there are not two servers');
    return {
      ...{ server, from, agent, agents: [first, second] },
      quotes: async (count) => {
        const ids: string[] = [];
        for (let made = 0; made < count; made += 1) {
          const { body } = await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount: 1_000 }));
          ids.push(body.id);
        }
        return ids;
      },
    };
  }

  /** Executes the quotes at the same time, alternating between the servers. */
  const atBoth = ([first, second]: readonly [Caller, Caller], ids: readonly string[]): Promise<Answer[]> =>
    Promise.all(
      ids.map((id, index) => (index % 2 === 0 ? first : second).request('POST', `/agents/me/quotes/${id}/execute`)),
    );

  it('executes only as many of 64 parallel payments as its daily limit allows', async () => {
    const { server, from, agent, agents, quotes } = await scene(policyWith({ dailyLimit: 11_999 }));
    const answers = await atBoth(agents, await quotes(64));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(53);
    const { usage } = (await server.request('GET', `/agents/${agent.agentId}`)).body;
    expect(usage).toMatchObject({ dailyTransactionCount: 11, dailySpend: 11_000, monthlySpend: 11_000 });
    expect(await balanceOf(server, from)).toBe(989_000);
  });

  it('pays once when both servers receive the same idempotency key', async () => {
    const { server, from, agents, quotes } = await scene();
    const [id] = await quotes(1);
    const headers = { 'idempotency-key': 'rent' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (agents[index % 2] as Caller).request('POST', `/agents/me/quotes/${id}/execute`, undefined, headers),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await balanceOf(server, from)).toBe(999_000);
  });

  it.each([
    ['paused', 403, (agentId: string) => ['PATCH', `/agents/${agentId}`, { isPaused: true }] as const],
    [
      'left without the permission',
      403,
      (agentId: string) => ['PATCH', `/agents/${agentId}/policy`, { permissions: ['CREATE_QUOTES'] }] as const,
    ],
    [
      'given lower limits',
      403,
      (agentId: string) =>
        ['PATCH', `/agents/${agentId}/policy`, { spendingLimits: { perTransactionLimit: 999 } }] as const,
    ],
    ['deleted', 401, (agentId: string) => ['DELETE', `/agents/${agentId}`, undefined] as const],
  ])('is refused at one server as soon as it is %s at the other', async (_case, status, change) => {
    for (const [changing, paying] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { server, from, agent, agents, quotes } = await scene();
      const [known = '', next = ''] = await quotes(2);
      // Both servers have read the agent, so anything they might cache is cached now.
      for (const caller of agents) expect((await caller.request('GET', '/agents/me')).status).toBe(200);
      expect((await agents[paying].request('POST', `/agents/me/quotes/${known}/execute`)).status).toBe(200);
      const [method, path, body] = change(agent.agentId);
      expect([200, 204]).toContain((await servers.callers[changing].request(method, path, body)).status);
      expect((await agents[paying].request('POST', `/agents/me/quotes/${next}/execute`)).status).toBe(status);
      expect(await balanceOf(server, from)).toBe(999_000);
    }
  });

  it('has a payment approved or rejected, never both, when both arrive at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { server, from, agent, quotes } = await scene(approvalRequired);
      const [id] = await quotes(1);
      const { body: action } = await agent.request('POST', `/agents/me/quotes/${id}/execute`);
      const path = `/agents/${agent.agentId}/actions/${action.id}`;
      const [first, second] = servers.callers;
      const payment = `/transactions/${action.quote.transactionId}`;
      const answers = await Promise.all([
        first.request('POST', `${path}/approve`),
        second.request('POST', `${path}/reject`),
        second.request('POST', `${payment}/approve`),
        first.request('POST', `${payment}/reject`),
        second.request('POST', `/quotes/${id}/execute`),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.slice(0, 4).toSorted()).toEqual([200, 409, 409, 409]);
      // The quote was executed, has ended, or is waiting.
      expect([400, 409]).toContain(statuses[4]);
      const { status } = (await agent.request('GET', `/agents/me/actions/${action.id}`)).body;
      expect(await balanceOf(server, from)).toBe(status === 'APPROVED' ? 999_000 : 1_000_000);
      const { usage } = (await server.request('GET', `/agents/${agent.agentId}`)).body;
      expect(usage.dailySpend).toBe(status === 'APPROVED' ? 1_000 : 0);
    }
  });

  it('executes a payment before it is deleted or is refused with 401', async () => {
    const { server, from, agent, agents, quotes } = await scene();
    const ids = await quotes(8);
    const [answers, deleted] = await Promise.all([
      atBoth(agents, ids),
      servers.callers[1].request('DELETE', `/agents/${agent.agentId}`),
    ]);
    expect(deleted.status).toBe(204);
    const paid = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8 - paid);
    expect(await balanceOf(server, from)).toBe(1_000_000 - paid * 1_000);
  });

  it('is connected by one of 8 programs that redeem its code at both servers at once', async () => {
    const { server, callers } = servers;
    const { customerId } = await makeSender(server, 'USD', 0);
    const { code } = await makeAgent(server, customerId);
    const path = `/agents/device-codes/${code}/redeem`;
    const nobody = { authorization: undefined };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (callers[index % 2] as Caller).request('POST', path, undefined, nobody)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
  });
});
