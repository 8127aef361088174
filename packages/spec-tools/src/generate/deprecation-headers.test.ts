import { expect, test } from 'vitest';
import type { Operation, Specification } from '../../../types/src/specification.ts';
import { withDeprecationHeaders } from './deprecation-headers.ts';

function specificationWith(operation: Operation): Specification {
  return {
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: { '/parcels': { get: operation } },
    components: { responses: { Error400: { description: 'Refused.', headers: { 'Retry-After': {} } } } },
  };
}

const operation: Operation = {
  operationId: 'listParcels',
  responses: { '200': { description: 'Parcels.' }, '400': { $ref: '#/components/responses/Error400' } },
};
const facts = { deprecatedAt: '2030-06-01T00:00:00.000Z', sunsetAt: null, replacedBy: 'searchParcels' };

test('every response of a deprecated operation gets Deprecation and Link, and keeps its own headers', () => {
  const { paths } = withDeprecationHeaders(specificationWith({ ...operation, 'x-deprecation': facts }));
  const responses = paths['/parcels']?.get?.responses ?? {};
  const headers = Object.values(responses).map((response) => Object.keys(response.headers ?? {}));
  expect(headers).toEqual([
    ['Deprecation', 'Link'],
    ['Retry-After', 'Deprecation', 'Link'],
  ]);
});

test('a deprecated operation with a sunset date declares the Sunset header', () => {
  const dated = { ...facts, sunsetAt: '2031-06-01T00:00:00.000Z' };
  const { paths } = withDeprecationHeaders(specificationWith({ ...operation, 'x-deprecation': dated }));
  expect(paths['/parcels']?.get?.responses?.['200']?.headers).toHaveProperty('Sunset');
});

test('an operation that is not deprecated stays unchanged, with its shared responses', () => {
  const specification = specificationWith(operation);
  expect(withDeprecationHeaders(specification)).toEqual(specification);
});
