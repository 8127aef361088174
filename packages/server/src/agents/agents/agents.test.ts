import { expect, it } from 'vitest';
import { everyPermission, makeAgent, newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { hourMs } from '../../ground/clock/instant.ts';

const nobody = 'Agent:0198c0de-7a21-7d1a-8b02-5c6d7e8f9a0b';

oneEngine('an agent', (start) => {
  it('is created with its policy, no usage and a device code for 24 hours', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const policy = policyWith({ dailyLimit: null }, { accountRestrictions: { allowedAccountIds: [accounts['USD']] } });
    const { status, body } = await server.request('POST', '/agents', { name: 'Bill payer', customerId, policy });
    expect(status).toBe(201);
    expect(body).toEqual({
      agent: {
        id: expect.stringMatching(/^Agent:/),
        name: 'Bill payer',
        customerId,
        isPaused: false,
        isConnected: false,
        policy,
        usage: {
          dailyTransactionCount: 0,
          dailySpend: 0,
          dailyResetDate: '2025-01-02',
          monthlySpend: 0,
          monthlyResetMonth: '2025-02',
        },
        createdAt: '2025-01-01T00:00:00.000Z',
        updatedAt: '2025-01-01T00:00:00.000Z',
      },
      deviceCode: {
        code: expect.stringMatching(/^SERVICE-AGENT-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
        agentId: body.agent.id,
        expiresAt: '2025-01-02T00:00:00.000Z',
        redeemed: false,
      },
    });
    expect((await server.request('GET', `/agents/${body.agent.id}`)).body).toEqual(body.agent);
    expect((await server.request('GET', `/agents/${nobody}`)).body.code).toBe('NOT_FOUND');
  });

  it('is refused for an unknown customer and with accounts or currencies the customer does not have', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const other = await makeSender(server);
    const attempt = (policy: object, customer = customerId) =>
      server.request('POST', '/agents', { name: 'Bill payer', customerId: customer, policy });
    const unknown = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
    expect((await attempt(policyWith(), unknown)).body.code).toBe('CUSTOMER_NOT_FOUND');
    const rule = { accountId: accounts['EUR'] };
    const foreign = { allowedAccountIds: [accounts['USD'], other.accounts['USD']], accountRules: [rule, rule] };
    const refused = await attempt(
      policyWith(
        { currency: 'JPY' },
        { accountRestrictions: foreign, approvalThresholds: { currency: 'XXX', amount: 1 } },
      ),
    );
    expect(refusedFields(refused).toSorted()).toEqual([
      'policy.accountRestrictions.accountRules.1.accountId',
      'policy.accountRestrictions.allowedAccountIds.1',
      'policy.approvalThresholds.currency',
      'policy.spendingLimits.currency',
    ]);
    expect((await server.request('GET', '/agents')).body.data).toEqual([]);
  });

  it('is renamed and paused, and refuses an empty change', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const { agentId } = await makeAgent(server, customerId);
    await server.advance(hourMs);
    const { body } = await server.request('PATCH', `/agents/${agentId}`, { name: 'Payer' });
    expect(body).toMatchObject({ name: 'Payer', isPaused: false, updatedAt: '2025-01-01T01:00:00.000Z' });
    expect((await server.request('PATCH', `/agents/${agentId}`, { isPaused: true })).body).toMatchObject({
      name: 'Payer',
      isPaused: true,
    });
    expect(refusedFields(await server.request('PATCH', `/agents/${agentId}`, {}))).toEqual(['body']);
    expect((await server.request('GET', `/agents/${agentId}`)).body.isPaused).toBe(true);
    expect((await server.request('PATCH', `/agents/${agentId}`, { isPaused: false })).body).toMatchObject({
      name: 'Payer',
      isPaused: false,
    });
    expect((await server.request('GET', `/agents/${agentId}`)).body.isPaused).toBe(false);
  });

  it('takes a partial change of its policy and refuses an unknown account in it', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { agentId } = await makeAgent(server, customerId, policyWith({ dailyLimit: 5_000 }));
    const change = (body: object) => server.request('PATCH', `/agents/${agentId}/policy`, body);
    const { body } = await change({ spendingLimits: { monthlyLimit: 9_000 }, permissions: ['VIEW_TRANSACTIONS'] });
    expect(body.policy).toEqual({
      permissions: ['VIEW_TRANSACTIONS'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 100_000_000, dailyLimit: 5_000, monthlyLimit: 9_000 },
    });
    const limited = await change({ spendingLimits: { dailyTransactionLimit: 3 } });
    expect(limited.body.policy.spendingLimits).toEqual({ ...body.policy.spendingLimits, dailyTransactionLimit: 3 });
    const unlimited = await change({ spendingLimits: { dailyTransactionLimit: null } });
    expect(unlimited.body.policy).toEqual(body.policy);
    const accountRules = [{ accountId: accounts['USD'], executionMode: 'APPROVAL_REQUIRED' }];
    expect((await change({ accountRestrictions: { accountRules } })).body.policy.accountRestrictions).toEqual({
      accountRules,
    });
    const allowedAccountIds = ['InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c'];
    expect(refusedFields(await change({ accountRestrictions: { allowedAccountIds } }))).toEqual([
      'accountRestrictions.allowedAccountIds.0',
    ]);
  });

  it('is deleted with its customer', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const agent = await newConnectedAgent(server, customerId);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    expect((await server.request('GET', `/agents/${agent.agentId}`)).status).toBe(404);
    expect((await agent.request('GET', '/agents/me')).status).toBe(401);
  });
});

eachEngine('an agent', (start) => {
  it('is listed newest first, filtered by customer, connection and pause, until it is deleted', async () => {
    const server = await start();
    const [one, other] = [await makeSender(server), await makeSender(server)];
    const first = await makeAgent(server, one.customerId);
    await server.advance(hourMs);
    const second = await newConnectedAgent(server, other.customerId);
    await server.request('PATCH', `/agents/${second.agentId}`, { isPaused: true });
    const listed = async (query: string): Promise<string[]> =>
      (await server.request('GET', `/agents${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([second.agentId, first.agentId]);
    expect(await listed(`?customerId=${one.customerId}`)).toEqual([first.agentId]);
    expect(await listed('?isConnected=true')).toEqual([second.agentId]);
    expect(await listed('?isConnected=false')).toEqual([first.agentId]);
    expect(await listed('?isPaused=true')).toEqual([second.agentId]);
    expect(await listed('?isPaused=false')).toEqual([first.agentId]);
    expect(await listed('?createdBefore=2025-01-01T00:00:00.000Z')).toEqual([first.agentId]);
    expect(await listed('?updatedAfter=2025-01-01T01:00:00.000Z')).toEqual([second.agentId]);
    expect((await server.request('DELETE', `/agents/${second.agentId}`)).status).toBe(204);
    expect(await listed('')).toEqual([first.agentId]);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['PATCH', '/policy'],
      ['POST', '/device-codes'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Other', permissions: everyPermission } : undefined;
      const { status, body: answer } = await server.request(method, `/agents/${second.agentId}${path}`, body);
      expect([status, answer.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
