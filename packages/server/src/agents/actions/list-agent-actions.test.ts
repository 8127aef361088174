import { expect, it } from 'vitest';
import { type ConnectedAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { hourMs, minuteMs } from '../../ground/clock/instant.ts';

interface Requester {
  readonly agent: ConnectedAgent;
  readonly customerId: string;
  /** Requests a payment. The action waits above 100 dollars. */
  ask(amount: number): Promise<Answer['body']>;
}

async function requester(server: TestServer): Promise<Requester> {
  const { customerId, accounts } = await makeSender(server);
  const from = accounts['USD'] ?? '';
  const to = await makeUsdAccount(server, customerId);
  const agent = await newConnectedAgent(server, customerId, policyWith({}, { approvalThresholds: { amount: 10_000 } }));
  const ask = async (amount: number): Promise<Answer['body']> => {
    const { body: quote } = await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount }));
    return (await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`)).body;
  };
  return { agent, customerId, ask };
}

const pathOf = ({ agent }: Requester, id = ''): string => `/agents/${agent.agentId}/actions${id && `/${id}`}`;

async function idsOf(server: TestServer, path: string): Promise<string[]> {
  return (await server.request('GET', path)).body.data.map(({ id }: { id: string }) => id);
}

oneEngine('an action that is read by its platform', (start) => {
  it('shows each outcome as the agent sees it, also after the decision', async () => {
    const server = await start();
    const one = await requester(server);
    const allowed = await one.ask(5_000);
    const [approved, rejected, late] = [await one.ask(10_001), await one.ask(10_002), await one.ask(10_003)];
    expect((await server.request('GET', pathOf(one, approved.id))).body).toEqual(approved);
    await server.request('POST', `${pathOf(one, approved.id)}/approve`);
    const reason = 'The bill was paid by card.';
    await server.request('POST', `${pathOf(one, rejected.id)}/reject`, { reason });
    await server.advance(hourMs);
    for (const [action, expected] of [
      [allowed, { status: 'APPROVED', transaction: { status: 'COMPLETED' } }],
      [approved, { status: 'APPROVED', transaction: { status: 'COMPLETED', agentId: one.agent.agentId } }],
      [rejected, { status: 'REJECTED', rejectionReason: reason }],
      [late, { status: 'FAILED', quote: { status: 'EXPIRED' } }],
    ]) {
      const { status, body } = await server.request('GET', pathOf(one, action.id));
      expect([status, body]).toEqual([200, expect.objectContaining({ id: action.id })]);
      expect(body).toMatchObject(expected);
      expect((await one.agent.request('GET', `/agents/me/actions/${action.id}`)).body).toEqual(body);
    }
  });

  it('stays readable when its agent is deleted, which rejects it while it waits', async () => {
    const server = await start();
    const one = await requester(server);
    const { id } = await one.ask(10_001);
    await server.request('DELETE', `/agents/${one.agent.agentId}`);
    expect((await server.request('GET', `/agents/${one.agent.agentId}`)).status).toBe(404);
    expect((await server.request('GET', pathOf(one, id))).body.status).toBe('REJECTED');
    expect(await idsOf(server, `${pathOf(one)}?status=REJECTED`)).toEqual([id]);
    expect((await server.request('POST', `${pathOf(one, id)}/approve`)).status).toBe(404);
  });

  it('is not found under another agent, by another platform or with an unknown id', async () => {
    const [server, stranger] = [await start(), await start()];
    const [one, other] = [await requester(server), await requester(server)];
    const { id } = await one.ask(10_001);
    const unknown = 'AgentAction:00000000-0000-7000-8000-000000000000';
    for (const [caller, path] of [
      [server, pathOf(other, id)],
      [server, pathOf(one, unknown)],
      [stranger, pathOf(one, id)],
      [stranger, pathOf(one)],
      [server, '/agents/Agent:00000000-0000-7000-8000-000000000000/actions'],
    ] as const) {
      const { status, body } = await caller.request('GET', path);
      expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect(await idsOf(server, pathOf(other))).toEqual([]);
  });

  it('needs the permission VIEW', async () => {
    const server = await start();
    const one = await requester(server);
    const { id } = await one.ask(10_001);
    const manager = await server.withToken(['MANAGE', 'TRANSACT']);
    for (const path of [pathOf(one), pathOf(one, id)])
      expect((await manager.request('GET', path)).body.code).toBe('FORBIDDEN');
    expect((await one.agent.request('GET', pathOf(one, id))).status).toBe(401);
  });

  it('is named in the refusal of a second decision, with where to read its outcome', async () => {
    const server = await start();
    const one = await requester(server);
    const { id } = await one.ask(10_001);
    await server.request('POST', `${pathOf(one, id)}/reject`);
    const { status, body } = await server.request('POST', `${pathOf(one, id)}/approve`);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(body.reason).toContain('Read its outcome with GET /agents/{agentId}/actions/{actionId}.');
  });
});

eachEngine('the actions of an agent', (start) => {
  it('are listed newest first, in pages, by status and time, without those of other agents', async () => {
    const server = await start();
    const [one, other] = [await requester(server), await requester(server)];
    await other.ask(5_000);
    const made: string[] = [];
    for (const amount of [5_000, 10_001, 10_002]) {
      made.unshift((await one.ask(amount)).id);
      await server.advance(minuteMs);
    }
    const [third = '', second = '', first = ''] = made;
    await server.request('POST', `${pathOf(one, second)}/reject`);
    const list = (query = ''): Promise<string[]> => idsOf(server, `${pathOf(one)}?${query}`);
    expect(await list()).toEqual([third, second, first]);
    expect(await list('sortOrder=asc')).toEqual([first, second, third]);
    expect(await list('status=APPROVED')).toEqual([first]);
    expect(await list('status=REJECTED')).toEqual([second]);
    expect(await list('status=PENDING_APPROVAL')).toEqual([third]);
    expect(await list('status=FAILED')).toEqual([]);
    expect(await list('startDate=2025-01-01T00:01:00Z')).toEqual([third, second]);
    expect(await list('endDate=2025-01-01T00:01:00Z')).toEqual([second, first]);
    expect(await list('startDate=2025-01-01T00:01:00Z&endDate=2025-01-01T00:01:00Z&status=REJECTED')).toEqual([second]);
    const { body: page } = await server.request('GET', `${pathOf(one)}?limit=2`);
    expect([page.hasMore, page.data.length]).toEqual([true, 2]);
    const rest = await server.request('GET', `${pathOf(one)}?limit=2&cursor=${page.nextCursor}`);
    expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null, data: [{ id: first }] });
  });
});
