import { expect, it } from 'vitest';
import { type ConnectedAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { type Fault, faultyDatabase } from '../../../test/faulty-database.ts';
import {
  balanceOf,
  eventsOf,
  makeGbpAccount,
  makeSender,
  makeUsdAccount,
  quoteBody,
  type Sender,
} from '../../../test/parties.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, hourMs, minuteMs } from '../../ground/clock/instant.ts';

interface Setting {
  readonly server: TestServer;
  readonly sender: Sender;
  readonly from: string;
  readonly to: string;
  readonly agent: ConnectedAgent;
}

async function setUp(server: TestServer, policy?: object): Promise<Setting> {
  const sender = await makeSender(server);
  const to = await makeUsdAccount(server, sender.customerId);
  const agent = await newConnectedAgent(server, sender.customerId, policy);
  return { server, sender, from: sender.accounts['USD'] ?? '', to, agent };
}

async function quoteOf({ agent, from, to }: Setting, amount: number): Promise<Answer['body']> {
  const answer = await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount }));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

async function pay(setting: Setting, amount: number): Promise<Answer> {
  const quote = await quoteOf(setting, amount);
  return setting.agent.request('POST', `/agents/me/quotes/${quote.id}/execute`);
}

function transferOut({ agent, from, to }: Setting, amount: number): Promise<Answer> {
  const body = { source: { accountId: from }, destination: { accountId: to }, amount };
  return agent.request('POST', '/agents/me/transfer-out', body);
}

async function usageOf({ server, agent }: Setting): Promise<Answer['body']> {
  return (await server.request('GET', `/agents/${agent.agentId}`)).body.usage;
}

const approvalRequired = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });

oneEngine('a payment of an agent', (start) => {
  it('is refused as a transfer, without a quote in the reason, when an account is frozen meanwhile', async () => {
    const { deps } = await start();
    const frozenAtLast: Fault = {
      statement: 'findEnds',
      rewrite: (text) => text.replace(/"?a"?\."?status"?(?= as "?status"?)/, "'FROZEN'"),
    };
    const setting = await setUp(await start({ deps: { database: faultyDatabase(deps.database, frozenAtLast) } }));
    const { status, body } = await transferOut(setting, 5_000);
    expect([status, body.code, body.details]).toEqual([400, 'QUOTE_REQUEST_FAILED', undefined]);
    expect(body.reason).not.toContain('quote');
    expect(await balanceOf(setting.server, setting.from)).toBe(1_000_000);
  });

  it('executes at once within the policy, names its agent and counts toward the usage', async () => {
    const setting = await setUp(await start());
    const { server, agent, from } = setting;
    const quote = await quoteOf(setting, 20_000);
    const { status, body } = await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^AgentAction:/),
      agentId: agent.agentId,
      customerId: setting.sender.customerId,
      status: 'APPROVED',
      type: 'EXECUTE_QUOTE',
      quote: { id: quote.id, status: 'PROCESSING' },
      transaction: { id: quote.transactionId, status: 'PROCESSING', agentId: agent.agentId },
    });
    expect(body).not.toHaveProperty('transferDetails');
    const begun = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];
    expect(await eventsOf(server, quote.transactionId)).toEqual(begun);
    expect(await eventsOf(server, body.id)).toEqual([]);
    expect(await usageOf(setting)).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 20_000,
      monthlySpend: 20_000,
    });
    expect(await balanceOf(server, from)).toBe(980_000);
    const seen = await agent.request('GET', `/agents/me/transactions/${quote.transactionId}`);
    expect(seen.body.agentId).toBe(agent.agentId);
    expect((await agent.request('GET', `/agents/me/actions/${body.id}`)).body).toEqual(body);
  });

  it('executes up to the approval threshold, waits above it and is refused above the limit', async () => {
    const limits = { perTransactionLimit: 50_000, dailyLimit: 200_000, dailyTransactionLimit: 5 };
    const setting = await setUp(
      await start(),
      policyWith(limits, { approvalThresholds: { currency: 'USD', amount: 25_000 } }),
    );
    expect((await pay(setting, 20_000)).body.status).toBe('APPROVED');
    expect((await usageOf(setting)).dailySpend).toBe(20_000);
    expect((await pay(setting, 25_000)).body.status).toBe('APPROVED');
    const waiting = await pay(setting, 25_001);
    expect([waiting.status, waiting.body.status]).toEqual([200, 'PENDING_APPROVAL']);
    const refused = await pay(setting, 50_001);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'FORBIDDEN',
      { cause: 'PER_TRANSACTION_LIMIT', allowed: 50_000, currency: 'USD' },
    ]);
    const { data } = (await setting.agent.request('GET', '/agents/me/actions')).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['PENDING_APPROVAL', 'APPROVED', 'APPROVED']);
    expect((await usageOf(setting)).dailySpend).toBe(45_000);
  });

  it('is refused with an expired quote, without funds and with immediatelyExecute', async () => {
    const setting = await setUp(await start());
    const { server, agent, from, to } = setting;
    const late = await quoteOf(setting, 1_000);
    const refused = await pay(setting, 1_000_001);
    expect([refused.status, refused.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(await usageOf(setting)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0 });
    const immediate = quoteBody({ from, to, extra: { immediatelyExecute: true } });
    expect((await agent.request('POST', '/agents/me/quotes', immediate)).body.code).toBe('INVALID_INPUT');
    await server.advance(hourMs);
    const expired = await agent.request('POST', `/agents/me/quotes/${late.id}/execute`);
    expect([expired.status, expired.body.code]).toEqual([400, 'QUOTE_EXPIRED']);
  });

  it('uses only accounts of its own customer that the policy allows', async () => {
    const server = await start();
    const sender = await makeSender(server);
    const stranger = await makeSender(server);
    const to = await makeUsdAccount(server, sender.customerId);
    const theirs = await makeUsdAccount(server, stranger.customerId);
    const [from = '', euros = ''] = [sender.accounts['USD'], sender.accounts['EUR']];
    const policy = policyWith({}, { accountRestrictions: { allowedAccountIds: [euros] } });
    const agent = await newConnectedAgent(server, sender.customerId, policy);
    const codeOf = async (body: object): Promise<string> =>
      (await agent.request('POST', '/agents/me/quotes', body)).body.code;
    expect(await codeOf(quoteBody({ from, to }))).toBe('FORBIDDEN');
    expect(await codeOf(quoteBody({ from: stranger.accounts['USD'] ?? '', to }))).toBe('ACCOUNT_NOT_FOUND');
    expect(await codeOf(quoteBody({ from: euros, to: theirs }))).toBe('ACCOUNT_NOT_FOUND');
    expect(
      await codeOf(
        quoteBody({
          from: euros,
          to,
          extra: { source: { sourceType: 'ACCOUNT', accountId: euros, customerId: stranger.customerId } },
        }),
      ),
    ).toBe('CUSTOMER_NOT_FOUND');
    const setting: Setting = { server, sender, from, to, agent };
    const refused = await transferOut(setting, 100);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await transferOut({ ...setting, to: theirs }, 100)).body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('is converted to the currency of the limits when it is sent in another', async () => {
    const server = await start();
    const sender = await makeSender(server, 'GBP');
    const to = await makeGbpAccount(server, sender.customerId);
    const agent = await newConnectedAgent(server, sender.customerId, policyWith({ perTransactionLimit: 20_000 }));
    const setting: Setting = { server, sender, from: sender.accounts['GBP'] ?? '', to, agent };
    const rate = server.deps.rates.lastRateFor('GBP', 'USD') ?? '';
    expect((await pay(setting, 10_000)).status).toBe(200);
    const { dailySpend } = await usageOf(setting);
    expect(dailySpend).toBeGreaterThanOrEqual(10_000 / Number(rate));
    expect(dailySpend).toBeLessThan(10_000 / Number(rate) + 1);
    expect((await pay(setting, 20_000)).body.details.cause).toBe('PER_TRANSACTION_LIMIT');
    const changed = await server.request('PATCH', `/agents/${agent.agentId}/policy`, {
      spendingLimits: { currency: 'GBP' },
    });
    expect(changed.body.usage.dailySpend).toBeGreaterThanOrEqual(10_000);
    expect(changed.body.usage.dailySpend).toBeLessThanOrEqual(10_001);
    expect((await pay(setting, 20_000)).status).toBe(200);
  });
});

eachEngine('a payment of an agent', (start) => {
  it('executes its quote once, and only for the agent that created the quote', async () => {
    const setting = await setUp(await start());
    const { server, agent, sender, from, to } = setting;
    const quote = await quoteOf(setting, 1_000);
    const other = await newConnectedAgent(server, sender.customerId);
    const ofPlatform = (await server.request('POST', '/quotes', quoteBody({ from, to }))).body.id;
    for (const [caller, id] of [
      [other, quote.id],
      [agent, ofPlatform],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/execute'],
      ] as const) {
        const { status, body } = await caller.request(method, `/agents/me/quotes/${id}${path}`);
        expect([status, body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
      }
    }
    expect((await agent.request('GET', `/agents/me/quotes/${quote.id}`)).body.id).toBe(quote.id);
    expect((await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`)).status).toBe(200);
    const again = await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('counts toward the daily and the monthly limit by the clock of the platform', async () => {
    const setting = await setUp(await start(), policyWith({ dailyLimit: 1_000, monthlyLimit: 2_500 }));
    const { server } = setting;
    expect((await pay(setting, 1_000)).status).toBe(200);
    expect((await pay(setting, 2)).body.details).toEqual({ cause: 'DAILY_LIMIT', allowed: 0, currency: 'USD' });
    await server.advance(dayMs);
    expect(await usageOf(setting)).toEqual({
      dailyTransactionCount: 0,
      dailySpend: 0,
      dailyResetDate: '2025-01-03',
      monthlySpend: 1_000,
      monthlyResetMonth: '2025-02',
    });
    expect((await pay(setting, 1_000)).status).toBe(200);
    await server.advance(dayMs);
    expect((await pay(setting, 501)).body.details).toEqual({ cause: 'MONTHLY_LIMIT', allowed: 500, currency: 'USD' });
    await server.advance(31 * dayMs);
    expect((await pay(setting, 501)).status).toBe(200);
  });

  it('executes once under one idempotency key and repeats the same response', async () => {
    const setting = await setUp(await start());
    const { agent } = setting;
    const quote = await quoteOf(setting, 1_000);
    const key = { 'Idempotency-Key': 'one-payment' };
    const path = `/agents/me/quotes/${quote.id}/execute`;
    const first = await agent.request('POST', path, undefined, key);
    const again = await agent.request('POST', path, undefined, key);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await usageOf(setting)).dailyTransactionCount).toBe(1);
  });
});

oneEngine('a transfer of an agent', (start) => {
  it('executes at once in both directions and counts toward the usage', async () => {
    const setting = await setUp(await start());
    const { server, agent, from, to } = setting;
    const out = await transferOut(setting, 5_000);
    expect(out.status).toBe(201);
    expect(out.body).toMatchObject({
      type: 'TRANSFER_OUT',
      status: 'APPROVED',
      transferDetails: { amount: 5_000, currency: 'USD', sourceAccountId: from, destinationAccountId: to },
      transaction: { type: 'OUTGOING', status: 'PROCESSING', agentId: agent.agentId },
    });
    expect(out.body).not.toHaveProperty('quote');
    const pull = await agent.request('POST', '/agents/me/transfer-in', {
      source: { accountId: to },
      destination: { accountId: from },
      amount: 7_000,
    });
    expect([pull.status, pull.body.type, pull.body.status]).toEqual([201, 'TRANSFER_IN', 'APPROVED']);
    expect(await usageOf(setting)).toMatchObject({ dailyTransactionCount: 2, dailySpend: 12_000 });
    await server.advance(10 * dayMs);
    expect(await balanceOf(server, from)).toBe(1_002_000);
  });

  it('can be approved for 24 hours, with its transaction PENDING, and fails after that', async () => {
    const setting = await setUp(await start(), approvalRequired);
    const { server, agent, from } = setting;
    const waiting = await transferOut(setting, 5_000);
    expect(waiting.body).toMatchObject({ type: 'TRANSFER_OUT', status: 'PENDING_APPROVAL' });
    expect(waiting.body).not.toHaveProperty('transaction');
    const { data } = (await server.request('GET', '/transactions?status=PENDING')).body;
    expect(data).toMatchObject([{ status: 'PENDING', agentId: agent.agentId, sentAmount: { amount: 5_000 } }]);
    expect(await balanceOf(server, from)).toBe(1_000_000);
    await server.advance(dayMs - minuteMs);
    const approved = await server.request('POST', `/transactions/${data[0].id}/approve`);
    expect([approved.status, approved.body.status]).toEqual([200, 'PROCESSING']);
    const action = await agent.request('GET', `/agents/me/actions/${waiting.body.id}`);
    expect(action.body).toMatchObject({ status: 'APPROVED', transaction: { id: data[0].id } });
    const late = await transferOut(setting, 5_000);
    await server.advance(dayMs);
    const path = `/agents/${agent.agentId}/actions/${late.body.id}/approve`;
    expect((await server.request('POST', path)).body.status).toBe('FAILED');
  });

  it('has the sandbox outcomes of a transfer once it is approved', async () => {
    const setting = await setUp(await start(), approvalRequired);
    const { server, agent, sender } = setting;
    const waiting = await transferOut(
      { ...setting, to: await makeUsdAccount(server, sender.customerId, '003') },
      5_000,
    );
    const path = `/agents/${agent.agentId}/actions/${waiting.body.id}/approve`;
    const { transaction } = (await server.request('POST', path)).body;
    await server.advance(1);
    const paid = await server.request('GET', `/transactions/${transaction.id}`);
    expect(paid.body).toMatchObject({ status: 'FAILED', failureReason: 'ACCOUNT_INVALID' });
  });
});
