import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { raw } from '../../../test/query-plans.ts';
import type { Database } from './database.ts';
import type { BoundStatement, Row } from './statement.ts';

/** Tables with few rows for each platform. */
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

/** Statements for every row of a platform, or with a limit. */
const forAll = [
  // Removal, copies and lifetimes, in batches.
  /^(sweep|removeSomeOf|moveRowsOf|listClocksOfRowsIn) /,
  /^list\w+(OfCopy|ToCopy|OfDocuments|OfImports)$/,
  /^end(Tokens|Agents)OfTenant$/,
  /^listTenantsOfOldEvents$/,
  /^findSurplusOfRequests$/,
  // Metrics count everything that is open.
  /^countOpenDeliveries$/,
  // Moving a clock moves every timer of its platform.
  /^(findLeasedTimer|projectTimers|parkTimers)$/,
  // The start of each webhook queue is found by skipping through an index.
  /^listDeliveryQueues$/,
  // The last few, by their index.
  /^listFormerUmaDomains$/,
  // An upload sums the sizes of a limited space, and counts a limited number of imports, by a covering index.
  /^(sumDocumentSizes|countUnfinishedImports)$/,
];

/** The steps of plans that scan all rows of a platform, or of a table. */
async function walksIn(database: Database, statements: readonly BoundStatement[]): Promise<string[]> {
  const tables = await tablesOf(database);
  const walks: string[] = [];
  for (const { name, text, values } of statements) {
    const plan = await database
      .transaction((unit) => unit.all(raw(`EXPLAIN QUERY PLAN ${text}`, values), {}))
      .catch((): Row[] => []); // one that only PostgreSQL has
    for (const step of plan.map((row) => String(row['detail']))) {
      const [, kind, table = ''] = /^(SEARCH|SCAN) (\w+)/.exec(step) ?? [];
      // Rows that are still to be encrypted have their own index.
      const isWalk = kind === 'SCAN' ? !step.endsWith('_unsealed') : / \(tenant=\?\)/.test(step);
      if (isWalk && tables.includes(table) && !small.includes(table)) walks.push(`${name}: ${step}`);
    }
  }
  return walks.filter((walk) => !forAll.some((form) => form.test(walk.slice(0, walk.indexOf(': ')))));
}

const source = new URL('../../', import.meta.url);

/** Every statement of the server as SQLite gets it. From another process, since tests here declare statements too. */
async function allStatements(): Promise<readonly BoundStatement[]> {
  const files = globSync('**/*.ts', { cwd: source.pathname, exclude: ['**/*.test.ts'] })
    .map((path) => new URL(path, source))
    .filter((file) => /ground\/database\/(statement|table)\.ts/.test(readFileSync(file, 'utf8')));
  const program = `
    for (const file of ${JSON.stringify(files)}) await import(file);
    const { declaredStatements } = await import(${JSON.stringify(new URL('statement.ts', import.meta.url))});
    const bound = declaredStatements().map(({ name, bind }) => ({ ...bind('sqlite', {}), name }));
    console.log(JSON.stringify(bound, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as BoundStatement[];
}

async function tablesOf(database: Database): Promise<readonly string[]> {
  const rows = await database.transaction((unit) =>
    unit.all(raw("select name from sqlite_master where type = 'table'"), {}),
  );
  return rows.map(({ name }) => String(name));
}

// PostgreSQL has statistics; the embedded store plans by its indexes.
oneEngine('a statement of the embedded store', (start) => {
  it('does not scan all rows of a table or platform, listed exceptions aside', async () => {
    const { bare } = await start();
    const all = await allStatements();
    expect(all.length).toBeGreaterThan(150);
    expect(await walksIn(bare, all)).toEqual([]);
  });

  it('is reported when its index finds only the platform', async () => {
    const { bare } = await start();
    const walks = await walksIn(bare, [
      { text: "select id from cards where tenant = 1 and cardholder_id = 'a' order by id", values: [] },
      { text: "select id from customers where tenant = 1 and profile = 'a'", values: [] },
    ]);
    expect(walks).toEqual([
      expect.stringMatching(/SEARCH cards .*\(tenant=\?\)$/),
      expect.stringMatching(/SEARCH customers .*\(tenant=\?\)$/),
    ]);
  });
});
