import { expect, it } from 'vitest';
import { checkDependencies } from './dependency-table.ts';
import { specFolder } from './paths.ts';
import { readTables } from './tables.ts';

const tables = readTables(specFolder);
const [quote] = tables.dependencies['external-account']?.rows ?? [];

function checkWith(changes: object): void {
  const ways = { DELETED: 'DELETE /accounts/{id}' };
  const account = { resource: 'account', title: 'Account', ways, rows: quote ? [{ ...quote, ...changes }] : [] };
  checkDependencies({ errors: tables.errors, dependencies: { account } });
}

it('accepts the dependency table of the specification', () => {
  checkDependencies(tables);
  checkWith({});
});

it.each([
  [{ outcome: 'VANISHES' }, 'there is no outcome VANISHES'],
  [{ code: 'GONE' }, 'there is no error code GONE'],
  [{ code: undefined }, 'lacks code'],
  [{ outcome: 'REFUNDED' }, 'lacks status, refund'],
  [{ way: 'LOST' }, 'no row describes the effect of DELETED'],
])('refuses a dependency row with %j', (changes, problem) => {
  expect(() => checkWith(changes)).toThrow(problem);
});
