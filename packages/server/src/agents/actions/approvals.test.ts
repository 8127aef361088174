import { expect, it } from 'vitest';
import { type ConnectedAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, eventsOf, fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { hourMs, minuteMs } from '../../ground/clock/instant.ts';

const approvalRequired = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });

interface Waiting {
  readonly server: TestServer;
  readonly agent: ConnectedAgent;
  readonly customerId: string;
  readonly from: string;
  readonly to: string;
  readonly action: Answer['body'];
  readonly transactionId: string;
}

async function askedFor(server: TestServer, amount = 25_001, policy: object = approvalRequired): Promise<Waiting> {
  const { customerId, accounts } = await makeSender(server);
  const from = accounts['USD'] ?? '';
  const to = await makeUsdAccount(server, customerId);
  const agent = await newConnectedAgent(server, customerId, policy);
  const quote = (await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount }))).body;
  const action = (await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`)).body;
  return { server, agent, customerId, from, to, action, transactionId: quote.transactionId };
}

function decide({ server, agent, action }: Waiting, verb: 'approve' | 'reject', body?: object): Promise<Answer> {
  return verb === 'approve'
    ? server.request('POST', `/agents/${agent.agentId}/actions/${action.id}/approve`)
    : server.request('POST', `/agents/${agent.agentId}/actions/${action.id}/reject`, body);
}

async function usageOf({ server, agent }: Waiting): Promise<Answer['body']> {
  return (await server.request('GET', `/agents/${agent.agentId}`)).body.usage;
}

/**
 * Approves an action that can no longer be executed: nothing moves, nothing is counted, and no further decision is
 * possible.
 */
async function expectFailure(waiting: Waiting): Promise<void> {
  const { server } = waiting;
  const before = await balanceOf(server, waiting.from);
  const { status, body } = await decide(waiting, 'approve');
  expect([status, body.status]).toEqual([200, 'FAILED']);
  expect(body).not.toHaveProperty('transaction');
  expect(await balanceOf(server, waiting.from)).toBe(before);
  expect(await usageOf(waiting)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
  const { body: transaction } = await server.request('GET', `/transactions/${waiting.transactionId}`);
  expect(transaction.status).toBe('EXPIRED');
  expect(await eventsOf(server, waiting.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.EXPIRED',
  ]);
  await server.request('POST', `/sandbox/internal-accounts/${waiting.from}/status`, { status: 'ACTIVE' });
  await fund(server, waiting.from, 1_000_000);
  const again = await decide(waiting, 'approve');
  expect([again.status, again.body]).toEqual([200, body]);
  expect(await balanceOf(server, waiting.from)).toBe(before + 1_000_000);
  expect((await decide(waiting, 'reject')).status).toBe(409);
}

oneEngine('an action that waits for approval', (start) => {
  it('emits one event, is listed, and is paid after its approval', async () => {
    const server = await start();
    const waiting = await askedFor(server);
    const { action, agent, customerId, transactionId, from } = waiting;
    expect(action.status).toBe('PENDING_APPROVAL');
    expect(await eventsOf(server, action.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL']);
    const listed = async (query: string): Promise<unknown[]> =>
      (await server.request('GET', `/agents/approvals${query}`)).body.data;
    expect(await listed('')).toEqual([action]);
    expect(await listed(`?agentId=${agent.agentId}&customerId=${customerId}`)).toEqual([action]);
    expect(await listed('?startDate=2025-01-01T00:00:00.001Z')).toEqual([]);
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await usageOf(waiting)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
    await server.advance(minuteMs);
    const { status, body } = await decide(waiting, 'approve');
    expect([status, body.status, body.transaction.status, body.updatedAt]).toEqual([
      200,
      'APPROVED',
      'PROCESSING',
      '2025-01-01T00:01:00.000Z',
    ]);
    expect(await listed('')).toEqual([]);
    expect(await usageOf(waiting)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 25_001 });
    for (const verb of ['approve', 'reject'] as const) {
      const again = await decide(waiting, verb);
      expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
      const onPayment = await server.request('POST', `/transactions/${transactionId}/${verb}`);
      expect([onPayment.status, onPayment.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    }
    await server.advance(hourMs);
    expect(await eventsOf(server, transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ]);
  });

  it('is rejected by its action or its transaction, shows the reason and expires the payment', async () => {
    const server = await start();
    for (const path of ['action', 'transaction']) {
      const waiting = await askedFor(server);
      const { agent, action, transactionId, from } = waiting;
      const reason = 'The bill was paid by card.';
      const answer =
        path === 'action'
          ? await decide(waiting, 'reject', { reason })
          : await server.request('POST', `/transactions/${transactionId}/reject`, { reason });
      expect(answer.status).toBe(200);
      expect(answer.body.status).toBe(path === 'action' ? 'REJECTED' : 'EXPIRED');
      const read = (await agent.request('GET', `/agents/me/actions/${action.id}`)).body;
      expect(read).toMatchObject({ status: 'REJECTED', rejectionReason: reason });
      expect(read).not.toHaveProperty('transaction');
      expect(await eventsOf(server, transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED']);
      await server.advance(hourMs);
      expect(await eventsOf(server, transactionId)).toHaveLength(2);
      expect(await balanceOf(server, from)).toBe(1_000_000);
      expect(await usageOf(waiting)).toMatchObject({ dailyTransactionCount: 0 });
    }
  });

  it.each([
    ['the quote has expired', ({ server }: Waiting) => server.advance(hourMs)],
    [
      'the agent is paused',
      ({ server, agent }: Waiting) => server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: true }),
    ],
    [
      'the limits are lower',
      ({ server, agent }: Waiting) =>
        server.request('PATCH', `/agents/${agent.agentId}/policy`, { spendingLimits: { perTransactionLimit: 25_000 } }),
    ],
    [
      'the account is no longer allowed',
      ({ server, agent }: Waiting) =>
        server.request('PATCH', `/agents/${agent.agentId}/policy`, { accountRestrictions: { allowedAccountIds: [] } }),
    ],
    [
      'the permission is gone',
      ({ server, agent }: Waiting) =>
        server.request('PATCH', `/agents/${agent.agentId}/policy`, { permissions: ['VIEW_TRANSACTIONS'] }),
    ],
    [
      'the funds are gone',
      ({ server, from, to }: Waiting) =>
        server.request(
          'POST',
          '/quotes',
          quoteBody({ from, to, amount: 990_000, extra: { immediatelyExecute: true } }),
        ),
    ],
    [
      'the account is frozen',
      ({ server, from }: Waiting) =>
        server.request('POST', `/sandbox/internal-accounts/${from}/status`, { status: 'FROZEN' }),
    ],
    [
      'the payee is deleted',
      ({ server, to }: Waiting) => server.request('DELETE', `/customers/external-accounts/${to}`),
    ],
  ])('fails and moves no money when it is approved once %s', async (_case, change) => {
    const server = await start();
    const waiting = await askedFor(server);
    await change(waiting);
    await expectFailure(waiting);
  });

  it('fails when its quote expires without a decision, and leaves the list', async () => {
    const server = await start();
    const [decided, forgotten] = [await askedFor(server), await askedFor(server)];
    await decide(decided, 'reject');
    await server.advance(hourMs);
    expect((await server.request('GET', '/agents/approvals')).body.data).toEqual([]);
    const read = async ({ agent, action }: Waiting) =>
      (await agent.request('GET', `/agents/me/actions/${action.id}`)).body;
    expect([(await read(decided)).status, (await read(forgotten)).status]).toEqual(['REJECTED', 'FAILED']);
    await expectFailure(forgotten);
  });

  it('fails on approval when payments made meanwhile leave too little of the daily limit', async () => {
    const server = await start();
    const policy = policyWith({ dailyLimit: 30_000 }, { approvalThresholds: { amount: 20_000 } });
    const waiting = await askedFor(server, 25_000, policy);
    const { agent, from, to } = waiting;
    const transfer = { source: { accountId: from }, destination: { accountId: to }, amount: 10_000 };
    expect((await agent.request('POST', '/agents/me/transfer-out', transfer)).body.status).toBe('APPROVED');
    expect((await decide(waiting, 'approve')).body.status).toBe('FAILED');
    expect((await usageOf(waiting)).dailySpend).toBe(10_000);
  });

  it('ends when its agent is deleted, and is not found under another agent', async () => {
    const server = await start();
    const [waiting, other] = [await askedFor(server), await askedFor(server)];
    const crossed = await decide({ ...waiting, agent: other.agent }, 'approve');
    expect([crossed.status, crossed.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await other.agent.request('GET', `/agents/me/actions/${waiting.action.id}`)).status).toBe(404);
    expect((await server.request('DELETE', `/agents/${waiting.agent.agentId}`)).status).toBe(204);
    expect((await server.request('GET', `/transactions/${waiting.transactionId}`)).body.status).toBe('EXPIRED');
    expect((await decide(waiting, 'approve')).status).toBe(404);
    const { data } = (await server.request('GET', '/agents/approvals')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([other.action.id]);
  });

  it('carries the whole action in its event', async () => {
    const server = await start();
    const { action } = await askedFor(server);
    const events = await committedEvents(server);
    const told = events.find(({ type }: { type: string }) => type === 'AGENT_ACTION.PENDING_APPROVAL');
    expect(told).toMatchObject({ sequence: 1, data: action });
  });
});

eachEngine('an action that waits for approval', (start) => {
  it('rolls back as a whole when the approved payment cannot be made', async () => {
    const server = await start();
    const pay = ({ from, to }: Waiting, amount: number) =>
      server.request('POST', '/quotes', quoteBody({ from, to, amount, extra: { immediatelyExecute: true } }));
    const short = await askedFor(server);
    await pay(short, 990_000);
    await expectFailure(short);
    // The daily volume of the account is used up.
    const busy = await askedFor(server);
    await fund(server, busy.from, 1_100_000_000);
    for (let paid = 0; paid < 10; paid += 1) await pay(busy, 100_000_000);
    await expectFailure(busy);
    const late = await askedFor(server);
    await server.advance(hourMs);
    await expectFailure(late);
  });

  it('is listed newest first, or oldest first with sortOrder=asc', async () => {
    const server = await start();
    const first = await askedFor(server);
    await server.advance(minuteMs);
    const second = await askedFor(server);
    const ids = async (query: string): Promise<string[]> =>
      (await server.request('GET', `/agents/approvals${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second.action.id, first.action.id]);
    expect(await ids('?sortOrder=asc')).toEqual([first.action.id, second.action.id]);
    const page = await server.request('GET', '/agents/approvals?sortOrder=asc&limit=1');
    expect(await ids(`?sortOrder=asc&limit=1&cursor=${page.body.nextCursor}`)).toEqual([second.action.id]);
  });

  it('is decided once when it is approved and rejected at the same time, by action and by transaction', async () => {
    const server = await start();
    for (let round = 0; round < 4; round += 1) {
      const waiting = await askedFor(server);
      const { transactionId, agent, action, from } = waiting;
      const answers = await Promise.all([
        decide(waiting, 'approve'),
        decide(waiting, 'reject'),
        server.request('POST', `/transactions/${transactionId}/approve`),
        server.request('POST', `/transactions/${transactionId}/reject`),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const { status } = (await agent.request('GET', `/agents/me/actions/${action.id}`)).body;
      const { status: paid } = (await server.request('GET', `/transactions/${transactionId}`)).body;
      expect([
        ['APPROVED', 'PROCESSING'],
        ['REJECTED', 'EXPIRED'],
      ]).toContainEqual([status, paid]);
      expect(await balanceOf(server, from)).toBe(status === 'APPROVED' ? 974_999 : 1_000_000);
    }
  });
});
