import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specificationFile } from '../../../types/src/spec.ts';
import { parseSpecification } from '../../../types/src/specification.ts';
import { operationsOf } from '../rules/operations.ts';
import { withRefusalsOfEveryOperation } from './refusals-of-every-operation.ts';

test.each([
  ['429', 'RATE_LIMITED'],
  ['503', 'SERVICE_UNAVAILABLE'],
])('every operation declares %s %s with Retry-After', (status, code) => {
  const specification = parseSpecification(readFileSync(specificationFile(), 'utf8'));
  for (const { id, operation, responses } of operationsOf(specification)) {
    const refusal = responses.find((response) => response.status === status);
    expect([id, operation['x-error-codes']?.[status]]).toEqual([id, expect.arrayContaining([code])]);
    expect([id, Object.keys(refusal?.response.headers ?? {})]).toEqual([id, expect.arrayContaining(['Retry-After'])]);
  }
});

test('every 401 response declares WWW-Authenticate', () => {
  const specification = parseSpecification(readFileSync(specificationFile(), 'utf8'));
  for (const { id, operation, responses } of operationsOf(specification)) {
    const refusal = responses.find(({ status }) => status === '401');
    const isOpen = operation.security?.length === 0;
    expect([id, refusal === undefined]).toEqual([id, isOpen]);
    if (refusal === undefined) continue;
    expect([id, Object.keys(refusal.response.headers ?? {})]).toEqual([
      id,
      expect.arrayContaining(['WWW-Authenticate']),
    ]);
  }
});

test('an operation with a 503 response of its own keeps it and gains SERVICE_UNAVAILABLE', () => {
  const own = { description: 'The carrier cannot be reached.' };
  const { paths } = withRefusalsOfEveryOperation({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: { '/parcels': { get: { 'x-error-codes': { '503': ['NO_CARRIER'] }, responses: { '503': own } } } },
  });
  expect(paths['/parcels']?.get).toEqual({
    'x-error-codes': { '429': ['RATE_LIMITED'], '503': ['NO_CARRIER', 'SERVICE_UNAVAILABLE'] },
    responses: { '429': { $ref: '#/components/responses/Error429' }, '503': own },
  });
});
