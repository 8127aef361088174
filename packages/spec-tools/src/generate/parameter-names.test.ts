import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specificationFile } from '../../../types/src/spec.ts';
import { type Parameter, parseSpecification } from '../../../types/src/specification.ts';
import { operationsOf } from '../rules/operations.ts';
import { follow } from '../rules/references.ts';
import { withParameterNames } from './parameter-names.ts';

const referTo = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` }) as unknown as Parameter;

test('a parameter with the name of a schema is renamed, and so are the references to it', () => {
  const schema = { $ref: '#/components/schemas/ParcelId' };
  const { paths, components } = withParameterNames({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: { '/parcels/{parcelId}': { parameters: [referTo('ParcelId'), referTo('Limit')] } },
    components: {
      schemas: { ParcelId: { type: 'string' } },
      parameters: { ParcelId: { name: 'parcelId', in: 'path', schema }, Limit: { name: 'limit', in: 'query' } },
    },
  });
  expect(components?.parameters).toEqual({
    ParcelIdInPath: { name: 'parcelId', in: 'path', schema },
    Limit: { name: 'limit', in: 'query' },
  });
  expect(paths['/parcels/{parcelId}']?.parameters).toEqual([referTo('ParcelIdInPath'), referTo('Limit')]);
});

test('no parameter of the bundle has the name of a schema, and every reference to one resolves', () => {
  const specification = parseSpecification(readFileSync(specificationFile(), 'utf8'));
  const { parameters = {}, schemas = {} } = specification.components ?? {};
  expect(Object.keys(parameters).filter((name) => Object.hasOwn(schemas, name))).toEqual([]);
  const items = Object.values(specification.paths).flatMap(({ parameters: shared = [] }) => shared);
  const own = operationsOf(specification).flatMap(({ operation }) => operation.parameters ?? []);
  for (const parameter of [...items, ...own])
    expect(follow(specification, parameter)).toMatchObject({ name: expect.any(String), in: expect.any(String) });
});
