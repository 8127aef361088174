import { expect, it } from 'vitest';
import { type ConnectedAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, hourMs } from '../../ground/clock/instant.ts';

const approvalRequired = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });

interface Scene {
  readonly server: TestServer;
  readonly customerId: string;
  readonly accounts: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
  readonly agent: ConnectedAgent;
}

async function sceneWith(server: TestServer, policy: object, currency = 'USD'): Promise<Scene> {
  const { customerId, accounts } = await makeSender(server, currency);
  const agent = await newConnectedAgent(server, customerId, policy);
  const to = await makeUsdAccount(server, customerId);
  return { server, customerId, accounts, from: accounts[currency] ?? '', to, agent };
}

async function quoteOf({ agent, from, to }: Scene, amount: number, extra: object = {}): Promise<Answer['body']> {
  return (await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount, extra }))).body;
}

async function pay(scene: Scene, amount: number): Promise<Answer> {
  const { id } = await quoteOf(scene, amount);
  return scene.agent.request('POST', `/agents/me/quotes/${id}/execute`);
}

async function usageOf({ server, agent }: Scene): Promise<Answer['body']> {
  return (await server.request('GET', `/agents/${agent.agentId}`)).body.usage;
}

oneEngine('an agent at the limits of its policy', (start) => {
  it('cannot exceed its daily limit with quotes created before it executes them', async () => {
    const scene = await sceneWith(await start(), policyWith({ dailyLimit: 2_500 }));
    const ids = [];
    for (let made = 0; made < 4; made += 1) ids.push((await quoteOf(scene, 1_000)).id);
    const statuses = [];
    for (const id of ids) statuses.push((await scene.agent.request('POST', `/agents/me/quotes/${id}/execute`)).status);
    expect(statuses).toEqual([200, 200, 403, 403]);
    expect(await balanceOf(scene.server, scene.from)).toBe(998_000);
  });

  it('uses up one unit of its limit even with an amount worth less than one', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'MXN');
    const agent = await newConnectedAgent(server, customerId, policyWith({ dailyLimit: 3 }));
    const scene: Scene = {
      ...{ server, customerId, accounts, agent },
      ...{ from: accounts['MXN'] ?? '', to: await makeMxnAccount(server, customerId) },
    };
    const statuses = [];
    // A centavo is a twentieth of a cent. Of two, one is the fee; both together count as one cent.
    for (let made = 0; made < 5; made += 1) statuses.push((await pay(scene, 2)).status);
    expect(statuses).toEqual([200, 200, 200, 403, 403]);
    expect(await usageOf(scene)).toMatchObject({ dailySpend: 3 });
  });

  it('regains nothing of its daily limit when a payment is refunded', async () => {
    const scene = await sceneWith(await start(), policyWith({ dailyLimit: 1_500 }));
    const failing = { ...scene, to: await makeUsdAccount(scene.server, scene.customerId, '002') };
    expect((await pay(failing, 1_000)).status).toBe(200);
    await scene.server.advance(12 * hourMs);
    expect(await balanceOf(scene.server, scene.from)).toBe(1_000_000);
    expect((await pay(scene, 1_000)).status).toBe(403);
    expect(await usageOf(scene)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_000 });
  });

  it('gets a new daily limit at midnight and not before, also for a quote of the day before', async () => {
    const scene = await sceneWith(await start(), policyWith({ dailyLimit: 1_000 }));
    await scene.server.advance(dayMs - 1);
    expect((await pay(scene, 1_000)).status).toBe(200);
    const early = await quoteOf(scene, 1_000);
    const path = `/agents/me/quotes/${early.id}/execute`;
    expect((await scene.agent.request('POST', path)).body.details).toMatchObject({ cause: 'DAILY_LIMIT' });
    await scene.server.advance(1);
    expect((await scene.agent.request('POST', path)).status).toBe(200);
    expect((await pay(scene, 2)).status).toBe(403);
    expect(await usageOf(scene)).toMatchObject({ dailySpend: 1_000, monthlySpend: 2_000 });
  });

  it('shares one daily transaction limit between transfers in and out', async () => {
    const scene = await sceneWith(await start(), policyWith({ dailyTransactionLimit: 1 }));
    const { agent, from, to } = scene;
    const pull = { source: { accountId: to }, destination: { accountId: from }, amount: 1_000 };
    expect((await agent.request('POST', '/agents/me/transfer-in', pull)).status).toBe(201);
    const out = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000 };
    for (const [path, body] of [
      ['in', pull],
      ['out', out],
    ] as const) {
      const { status, body: answer } = await agent.request('POST', `/agents/me/transfer-${path}`, body);
      expect([status, answer.details]).toEqual([403, { cause: 'DAILY_TRANSACTION_LIMIT' }]);
    }
  });

  it('cannot override the platform fee of its quotes', async () => {
    const scene = await sceneWith(await start(), policyWith());
    const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 100 };
    const fixedFee = { amount: 50, currency: 'USD' };
    const set = await scene.server.request('PATCH', '/config', { feeConfigs: [{ ...fee, fixedFee }] });
    expect(set.status).toBe(200);
    const override = { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 0 };
    const { agent, from } = scene;
    const to = scene.accounts['EUR'] ?? '';
    const body = quoteBody({ from, to, extra: { platformFeeOverride: override } });
    expect(refusedFields(await agent.request('POST', '/agents/me/quotes', body))).toEqual(['platformFeeOverride']);
    expect((await quoteOf({ ...scene, to }, 10_000)).platformFeesIncluded).toBe(150);
  });

  it('cannot create a quote with real-time funding', async () => {
    const { server, agent, from } = await sceneWith(await start(), policyWith({}, { permissions: ['CREATE_QUOTES'] }));
    const body = { ...quoteBody({ from, to: from }), source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } };
    const refused = await agent.request('POST', '/agents/me/quotes', body);
    expect(refusedFields(refused)).toEqual(['source.sourceType']);
    expect((await server.request('GET', '/transactions')).body.data).toEqual([]);
  });

  it('cannot create a default UMA deposit account', async () => {
    const { server, agent } = await sceneWith(await start(), policyWith());
    const accountInfo = {
      accountType: 'GBP_ACCOUNT',
      sortCode: '200000',
      accountNumber: '31926777',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
    };
    const payee = { currency: 'GBP', accountInfo, defaultUmaDepositAccount: true };
    const refused = await agent.request('POST', '/agents/me/external-accounts', payee);
    expect(refusedFields(refused)).toEqual(['defaultUmaDepositAccount']);
    const made = await agent.request('POST', '/agents/me/external-accounts', {
      ...payee,
      defaultUmaDepositAccount: false,
    });
    expect([made.status, made.body.defaultUmaDepositAccount]).toEqual([201, false]);
    expect((await server.request('GET', '/customers/external-accounts')).body.data).toHaveLength(2);
  });

  it('cannot have a waiting payment executed through its quote, only approved or rejected', async () => {
    const scene = await sceneWith(await start(), approvalRequired);
    const { server, agent, from, to } = scene;
    const quote = await quoteOf(scene, 1_000);
    const { body: action } = await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`);
    const refused = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'CONFLICT',
      { transactionId: quote.transactionId },
    ]);
    const out = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000 };
    await agent.request('POST', '/agents/me/transfer-out', out);
    for (const { quoteId } of (await server.request('GET', '/transactions?status=PENDING')).body.data) {
      expect((await server.request('POST', `/quotes/${quoteId}/execute`)).status).toBe(409);
      // The agent cannot submit its transfer a second time as a quote either.
      expect((await agent.request('POST', `/agents/me/quotes/${quoteId}/execute`)).body.code).toBe('CONFLICT');
    }
    expect(await balanceOf(server, from)).toBe(1_000_000);
    await server.request('POST', `/agents/${agent.agentId}/actions/${action.id}/approve`);
    expect(await usageOf(scene)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_000 });
    // A quote that an agent has only created has no action, so its platform may pay it.
    const priced = await quoteOf(scene, 1_000);
    expect((await server.request('POST', `/quotes/${priced.id}/execute`)).status).toBe(200);
    expect((await agent.request('POST', `/agents/me/quotes/${priced.id}/execute`)).body.code).toBe('CONFLICT');
  });

  it('cannot reach the quote of another agent under another spelling of its id', async () => {
    const server = await start();
    const [own, other] = [await sceneWith(server, policyWith()), await sceneWith(server, policyWith())];
    const { id } = await quoteOf(other, 1_000);
    const [kind = '', uuid = ''] = id.split(':');
    for (const written of [
      `${kind}%3A${uuid}`,
      `${kind}:${uuid.toUpperCase()}`,
      `${kind}:${uuid}%00`,
      `${kind}:${uuid}%20`,
      `../quotes/${id}`,
      `${id}%2F..%2F${id}`,
      `%51uote:${uuid}`,
    ]) {
      const { status } = await own.agent.request('POST', `/agents/me/quotes/${written}/execute`);
      expect([written, [400, 404].includes(status)]).toEqual([written, true]);
    }
    const borrowed = { authorization: `Bearer ${own.agent.accessToken}, Bearer ${other.agent.accessToken}` };
    expect((await server.request('POST', `/agents/me/quotes/${id}/execute`, undefined, borrowed)).status).toBe(401);
    expect(await balanceOf(server, other.from)).toBe(1_000_000);
  });

  it('gets one payment per idempotency key, separate from other agents and the platform', async () => {
    const scene = await sceneWith(await start(), policyWith());
    const { server, customerId, from, to } = scene;
    const other = { ...scene, agent: await newConnectedAgent(server, customerId) };
    const key = { 'idempotency-key': 'january' };
    const body = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000 };
    const made = new Set<string>();
    for (const { agent } of [scene, other]) {
      for (let sent = 0; sent < 2; sent += 1) {
        const { status, body: action } = await agent.request('POST', '/agents/me/transfer-out', body, key);
        expect(status).toBe(201);
        expect(action.agentId).toBe(agent.agentId);
        made.add(action.transaction.id);
      }
    }
    made.add((await server.request('POST', '/transfer-out', body, key)).body.id);
    expect(made.size).toBe(3);
    expect(await balanceOf(server, from)).toBe(997_000);
    expect(await usageOf(scene)).toMatchObject({ dailyTransactionCount: 1 });
    // Reusing the key for a different request is an error and pays nothing.
    const changed = await scene.agent.request('POST', '/agents/me/transfer-out', { ...body, amount: 2_000 }, key);
    expect([changed.status, refusedFields(changed)]).toEqual([400, ['Idempotency-Key']]);
    // An agent that may no longer call does not get the stored response either.
    await server.request('PATCH', `/agents/${scene.agent.agentId}`, { isPaused: true });
    expect((await scene.agent.request('POST', '/agents/me/transfer-out', body, key)).status).toBe(403);
  });
});
