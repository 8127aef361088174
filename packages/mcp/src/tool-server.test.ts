import { ErrorCode, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../server/test/agents.ts';
import { oneEngine } from '../../server/test/each-engine.ts';
import { makeSender } from '../../server/test/parties.ts';
import { operationsOf } from '../../spec-tools/src/rules/operations.ts';
import { loadSpecification } from '../../types/src/spec.ts';
import { type Home, makeHome } from '../test/hosts.ts';
import { openNear } from '../test/in-process.ts';
import { agentTools } from './generated/agent-tools.ts';

let home: Home;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => home.remove());

oneEngine('the tools of an agent', (start) => {
  it('are those that its policy permits, in words of the specification', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const policy = { ...policyWith(), permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'] };
    const { accessToken } = await newConnectedAgent(server, customerId, policy);
    const { client } = await openNear({ baseUrl: server.baseUrl, accessToken, home });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check_budget',
      'list_actions',
      'get_action',
      'list_payees',
      'get_payee',
      'list_accounts',
      'quote_payment',
      'get_quote',
      'pay_quote',
      'find_payment',
    ]);
    for (const { name, inputSchema } of tools) {
      const takesIntent = ['quote_payment', 'pay_quote'].includes(name);
      expect([name, inputSchema.required?.includes('intent') ?? false]).toEqual([name, takesIntent]);
    }
    const said = new Map(operationsOf(loadSpecification()).map(({ id, operation }) => [id, operation.summary ?? '']));
    for (const { name, operationId } of agentTools.filter((tool) => tools.some(({ name }) => name === tool.name))) {
      const tool = tools.find((one) => one.name === name);
      expect([name, tool?.title]).toEqual([name, said.get(operationId)]);
      expect(tool?.description).toContain(said.get(operationId));
    }
    const pay = tools.find(({ name }) => name === 'pay_quote');
    expect(pay?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
    expect(JSON.stringify(pay?.inputSchema)).toContain('One intent is one payment');
    // The texts that a model must read before it can start.
    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
  });

  it('describe every argument, and their examples have every required argument', () => {
    for (const { name, arguments: places, inputSchema, method } of agentTools) {
      expect([name, Object.keys(inputSchema.properties)]).toEqual([name, Object.keys(places)]);
      for (const example of inputSchema.examples ?? []) {
        expect(Object.keys(places)).toEqual(expect.arrayContaining(Object.keys(example)));
        if (method === 'POST') expect(Object.keys(example)).toEqual(expect.arrayContaining([...inputSchema.required]));
      }
      expect(JSON.stringify(inputSchema)).not.toMatch(/\$ref|"x-/);
    }
  });

  it('describe the fields of a payee kind, then add and delete a payee', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { accessToken } = await newConnectedAgent(server, customerId);
    const host = await openNear({ baseUrl: server.baseUrl, accessToken, home });
    const kind = await host.call('describe_payee_kind', { accountType: 'MXN_ACCOUNT' });
    expect(kind.text).toMatch(/needs accountType, .*clabeNumber/);
    expect(kind.data.properties.beneficiary).toBeDefined();
    expect((await host.call('describe_payee_kind', { accountType: 'CASH' })).text).toContain('Kinds are USD_ACCOUNT');
    const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719' };
    const wrong = await host.call('add_payee', { currency: 'MXN', accountInfo });
    expect(wrong.text).toMatch(/^Refused, nothing was done: .*accountInfo\.beneficiary/);
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
    const added = await host.call('add_payee', { currency: 'MXN', accountInfo: { ...accountInfo, beneficiary } });
    expect(added).toMatchObject({ outcome: 'READ', data: { status: 'ACTIVE', customerId } });
    const deleted = await host.call('delete_payee', { externalAccountId: added.data.id });
    expect([deleted.outcome, deleted.text]).toEqual(['READ', 'Done.']);
  });

  it('explain what is wrong with an invalid call', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { accessToken } = await newConnectedAgent(server, customerId);
    const host = await openNear({ baseUrl: server.baseUrl, accessToken, home });
    expect((await host.call('pay_quote', { quote: 'Quote:1' })).text).toBe(
      'Nothing was sent: the arguments of pay_quote are invalid. Missing: quoteId, intent. Unknown: quote; it accepts quoteId, intent, serviceWalletSignature.',
    );
    const order = { source: {}, destination: {}, intent: ' a ' };
    expect((await host.call('transfer_out', order)).text).toContain('intent must be 3 to 200 characters');
    expect((await host.call('get_quote', { quoteId: 'Quote:1' })).text).toMatch(
      /^Refused, nothing was done: .*quoteId/,
    );
    expect((await host.call('steal')).text).toBe('There is no tool steal. List the tools.');
    expect((await host.call('list_actions', { status: { is: 'FAILED' }, limit: [2] })).text).toBe(
      'Nothing was sent: the arguments of list_actions are invalid. Wrong: status must be of type string. Wrong: limit must be of type integer.',
    );
    expect((await host.call('get_action', { actionId: '' })).text).toContain('Missing: actionId.');
  });

  it('do not read a wrong argument of find_payment as a question about all payments', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { accessToken } = await newConnectedAgent(server, customerId);
    const host = await openNear({ baseUrl: server.baseUrl, accessToken, home });
    const wrong = [{ intent: 4711 }, { payment: 'Invoice 4711' }];
    for (const given of wrong) expect((await host.call('find_payment', given)).outcome).toBe('REFUSED');
    for (const given of [{}, { intent: null }])
      expect((await host.call('find_payment', given)).text).toBe('No payment was requested yet.');
  });

  it('answer a request whose params are wrong with the code of invalid params', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { accessToken } = await newConnectedAgent(server, customerId);
    const { client } = await openNear({ baseUrl: server.baseUrl, accessToken, home });
    const requests = [
      { method: 'tools/call' },
      { method: 'tools/call', params: { name: 5 } },
      { method: 'tools/call', params: { name: 'check_budget', arguments: [] } },
      { method: 'tools/list', params: { cursor: 5 } },
      { method: 'tools/list', params: { cursor: 'page-2' } },
    ];
    for (const request of requests)
      await expect(client.request(request, ResultSchema)).rejects.toMatchObject({ code: ErrorCode.InvalidParams });
  });
});
