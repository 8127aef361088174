import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoreFolder, openMigratedFile } from '../../../server/test/fresh-stores.ts';
import { loadSpecification, type Schema } from '../../../types/src/spec.ts';
import { openCast } from './cast.ts';
import { gapsIn, type Matrix, runMatrix } from './matrix.ts';
import { idPrefixes, kindsOf } from './names.ts';
import { type OperationFacts, readOperations } from './operation-facts.ts';
import { isAsExpected, plantFaults } from './seeded-faults.ts';
import { placesOf } from './tenant-cells.ts';

const specification = loadSpecification();
const prefixes = idPrefixes(specification);
const operations = readOperations(specification);
const folder = createStoreFolder();
const database = await openMigratedFile(join(folder, 'matrix.sqlite'));

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

describe('the authorisation matrix', () => {
  let matrix: Matrix;
  beforeAll(async () => {
    const cast = await openCast(database);
    matrix = await runMatrix(specification, cast);
    await cast.close();
  });

  it('has a row for every operation that requires credentials', () => {
    expect(matrix.gaps).toEqual([]);
    expect(matrix.operations).toBe(operations.length);
    const rows = new Set(matrix.cells.map(({ operation }) => operation));
    const open = operations.filter(({ schemes }) => schemes.length === 0).map(({ id }) => id);
    expect(operations.filter(({ id }) => !rows.has(id)).map(({ id }) => id)).toEqual(open);
  });

  it('finds no leak to other platforms, the other environment or insufficient credentials', () => {
    expect(matrix.leaks).toEqual([]);
  });

  it('calls most operations of agents as the agent of another customer', () => {
    const tried = matrix.cells.filter(({ column }) => column === 'other customer');
    const operationsOfAgents = operations.filter(({ schemes }) => schemes.includes('AgentAuth'));
    for (const place of ['path.quoteId', 'path.actionId', 'path.transactionId', 'path.externalAccountId'])
      expect(tried.map((cell) => cell.place)).toContain(place);
    expect(new Set(tried.map(({ operation }) => operation)).size).toBeGreaterThan(operationsOfAgents.length / 2);
  });

  it.each(['other platform', 'other environment'] as const)('tries every id in every place as %s', (column) => {
    const tried = new Set(
      matrix.cells.filter((cell) => cell.column === column).map(({ operation, place }) => `${operation} ${place}`),
    );
    const asked = operations.filter(({ schemes }) => schemes.length > 0);
    const wanted = asked.flatMap((operation) =>
      placesOf(operation, prefixes)
        // Every platform of the environment may read and claim an invitation by its code.
        .filter(({ kind }) => column !== 'other platform' || kind !== 'invitation')
        .map(({ label }) => `${operation.id} ${label}`),
    );
    expect(wanted.filter((place) => !tried.has(place))).toEqual([]);
    for (const place of ['getQuoteById path.quoteId', 'createQuote acrossCurrencies.source.accountId'])
      expect(wanted).toContain(place);
  });
});

it('a statement without its tenant condition is detected', async () => {
  const wanted = new Set(['find quotes by id', 'findExternalAccount', 'built query', 'find passkeys by customer_id']);
  const planted = await plantFaults(database, specification, (statement) => wanted.has(statement));
  expect(planted.map(({ statement }) => statement).sort()).toEqual([...wanted].sort());
  expect(planted.filter((caught) => !isAsExpected(caught))).toEqual([]);
});

describe('an operation that the matrix cannot try', () => {
  const text: Schema = { type: 'string' };
  const served: OperationFacts = {
    id: 'getQuoteById',
    method: 'GET',
    path: '/quotes/{quoteId}',
    permission: 'VIEW',
    schemes: ['BasicAuth'],
    agentPermissions: null,
    canForbid: true,
    needsKey: false,
    parameters: [{ name: 'nickname', place: 'query', isRequired: false, schema: text, example: 'x' }],
    bodies: [],
  };

  it('is reported when a parameter of it is not classified', () => {
    expect(gapsIn([served], prefixes)).toEqual([
      { operation: 'getQuoteById', problem: 'nobody has said whether nickname names something of a platform' },
    ]);
  });

  it('is reported when its body has no example', () => {
    const changes: OperationFacts = { ...served, method: 'PATCH', parameters: [] };
    expect(gapsIn([changes], prefixes)).toEqual([{ operation: 'getQuoteById', problem: 'has no example of its body' }]);
  });

  it('has every id parameter classified by its prefix', () => {
    for (const { parameters } of operations) {
      for (const parameter of parameters.filter(({ schema }) => schema['x-id-prefix'] !== undefined)) {
        expect(kindsOf(parameter, prefixes)).toEqual([parameter.schema['x-id-prefix']]);
      }
    }
  });
});
