import { type Json, loadSpecification, type Parameter } from '@payments-platform/types/spec';
import { expect, it } from 'vitest';
import { makeAgent } from '../test/agents.ts';
import { newCustomerId } from '../test/customers.ts';
import { oneEngine } from '../test/each-engine.ts';
import { sqlitePlanOf } from '../test/query-plans.ts';
import { makeIssue } from '../test/stablecoin-operations.ts';
import type { TestServer } from '../test/test-server.ts';
import { operations } from './modules.ts';

const { paths, components } = loadSpecification();

/** Lists of several tables, which have tests of their own, and lists of tables with few rows for each platform. */
const omitted = new Set([
  ...['listEvents', 'listRequests', 'listInternalAccountEntries'],
  ...['listTokens', 'listStablecoins', 'listStablecoinProviderAccounts'],
]);

/** Filters that read more rows than they list. */
const known = [
  // Finds few rows first, and sorts them; `areFew` decides.
  'listCustomers updatedAfter',
  'listCustomers updatedBefore',
  'listCustomers currency',
  'listCards accountId',
  // Adds rows instead of leaving some out.
  'listCustomers isIncludingDeleted',
  // An agent changes with each of its payments, so each would have to change an index too.
  'listAgents updatedAfter',
  'listAgents updatedBefore',
  // Reads the waiting actions only, which are decided or fail within a day.
  'listAgentApprovals customerId',
];

const pageParameters = ['cursor', 'limit', 'sortOrder'];

interface List {
  readonly id: keyof typeof operations;
  readonly filters: readonly (readonly [string, Json | undefined])[];
}

function resolved(parameter: Parameter): Parameter {
  const name = parameter.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : components?.parameters?.[name]) ?? parameter;
}

/** The lists of platforms in the specification, with the example of each filter. */
function lists(): List[] {
  return Object.values(paths).flatMap(({ get }) => {
    const query = (get?.parameters ?? []).map(resolved).filter((one) => one.in === 'query');
    const id = Object.keys(operations).find((one): one is List['id'] => one === get?.operationId);
    if (id === undefined || id.startsWith('agent') || omitted.has(id)) return [];
    if (!query.some(({ name }) => name === 'cursor')) return [];
    const filters = query.filter(({ name }) => !pageParameters.includes(name ?? ''));
    return [{ id, filters: filters.map(({ name = '', example }) => [name, example] as const) }];
  });
}

async function planOf(server: TestServer, id: List['id'], path: object, query: object): Promise<string> {
  const { deps, tenant } = server;
  const caller = { tenant, environment: 'SANDBOX', tokenId: '', permissions: [] } as const;
  const input = { path, query, header: {}, body: undefined } as never;
  const operation = operations[id];
  if (operation.kind !== 'UNIT') throw new Error(`${id} has no unit`);
  const walletHeaders = { signature: undefined, requestId: undefined };
  const call = { tenant, deps, now: deps.clock.now(), caller, input, walletHeaders, wantsCsv: false };
  const steps = await deps.database.read((reading) =>
    sqlitePlanOf(reading, async (unit) => operation.handler({ ...call, requestKey: undefined, unit })),
  );
  return steps.join('\n');
}

oneEngine('the filters of lists', (start) => {
  it('each read an index in the order of the list, exceptions aside', async () => {
    const server = await start();
    const { agentId } = await makeAgent(server, await newCustomerId(server));
    const path = { agentId, stablecoinId: (await makeIssue(server)).stablecoinId };
    const walks: string[] = [];
    for (const { id, filters } of lists()) {
      const whole = await planOf(server, id, path, {});
      // Some lists are in memory.
      if (whole === '') continue;
      for (const [name, example] of filters) {
        const plan = await planOf(server, id, path, { [name]: example });
        if (plan === whole || /TEMP B-TREE|^SCAN/m.test(plan)) walks.push(`${id} ${name}`);
      }
    }
    expect(walks.toSorted()).toEqual(known.toSorted());
  });
});
