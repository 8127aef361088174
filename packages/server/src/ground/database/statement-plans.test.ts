import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import type { Database } from './database.ts';
import { type BoundStatement, declaredStatements, type Row, type Statement } from './statement.ts';

function raw(text: string, values: BoundStatement['values'] = []): Statement<object, Row> {
  return { name: text, bind: () => ({ text, values }) };
}

/** Of each platform there are few rows in these. */
const small = [
  'clocks',
  'fee_configs',
  'platforms',
  'platform_currencies',
  'platform_tokens',
  'removed_tenants',
  'sandbox_worlds',
  'stablecoin_provider_accounts',
  'stablecoins',
  'tenant_numbers',
  'tokens',
  'troubled_work',
  'uma_keys',
  'webhook_keys',
];

/** Statements that are for every row of a platform, or that end after so many. */
const forAll = [
  // Removal, copies and life spans, in batches.
  /^(sweep|removeSomeOf|moveRowsOf|listClocksOfRowsIn) /,
  /^list\w+(OfCopy|ToCopy|OfDocuments|OfImports)$/,
  /^end(Tokens|Agents)OfTenant$/,
  /^listTenantsOfOldEvents$/,
  /^findSurplusOfRequests$/,
  // What is measured: all that is open.
  /^countOpenDeliveries$/,
  // A clock that is moved moves every timer of its platform.
  /^(findLeasedTimer|projectTimers|parkTimers)$/,
  // Where queues of webhooks begin is found by leaps.
  /^listDeliveryQueues$/,
];

/** The steps of plans that go through all rows of a platform, or of a table. */
async function walksIn(database: Database, statements: readonly Statement<object, unknown>[]): Promise<string[]> {
  const tables = await tablesOf(database);
  const walks: string[] = [];
  for (const { name, bind } of statements) {
    const { text, values } = bind(database.engine, {});
    const plan = await database
      .transaction((unit) => unit.all(raw(`EXPLAIN QUERY PLAN ${text}`, values), {}))
      .catch((): Row[] => []); // one that only PostgreSQL has
    for (const step of plan.map((row) => String(row['detail']))) {
      const [, kind, table = ''] = /^(SEARCH|SCAN) (\w+)/.exec(step) ?? [];
      // What is left to encrypt has an index of its own.
      const isWalk = kind === 'SCAN' ? !step.endsWith('_unsealed') : / \(tenant=\?\)/.test(step);
      if (isWalk && tables.includes(table) && !small.includes(table)) walks.push(`${name}: ${step}`);
    }
  }
  return walks.filter((walk) => !forAll.some((form) => form.test(walk.slice(0, walk.indexOf(': ')))));
}

const source = new URL('../../', import.meta.url);

/** Every statement there is, whichever modules a test has needed before. */
async function allStatements(): Promise<readonly Statement<object, unknown>[]> {
  for (const path of globSync('**/*.ts', { cwd: source.pathname, exclude: ['**/*.test.ts'] })) {
    const file = new URL(path, source);
    if (/ground\/database\/(statement|table)\.ts/.test(readFileSync(file, 'utf8'))) await import(file.href);
  }
  return declaredStatements();
}

async function tablesOf(database: Database): Promise<readonly string[]> {
  const rows = await database.transaction((unit) =>
    unit.all(raw("select name from sqlite_master where type = 'table'"), {}),
  );
  return rows.map(({ name }) => String(name));
}

// PostgreSQL keeps statistics; the embedded store goes by the indexes that there are.
oneEngine('a statement of the embedded store', (start) => {
  it('goes through no more rows of a platform than it is about', async () => {
    const { bare } = await start();
    expect(await walksIn(bare, await allStatements())).toEqual([]);
  });

  it('is found out when it asks for the order of an index that does not find its rows', async () => {
    const { bare } = await start();
    const careless = raw("select id from cards where tenant = 1 and cardholder_id = 'a' order by id");
    const bySomethingElse = raw("select id from customers where tenant = 1 and profile = 'a'");
    const walks = await walksIn(bare, [careless, bySomethingElse]);
    expect(walks).toEqual([
      expect.stringMatching(/SEARCH cards .*\(tenant=\?\)$/),
      expect.stringMatching(/SEARCH customers .*\(tenant=\?\)$/),
    ]);
  });
});
