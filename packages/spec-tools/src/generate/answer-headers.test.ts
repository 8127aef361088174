import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specificationFile } from '../../../types/src/spec.ts';
import { parseSpecification } from '../../../types/src/specification.ts';
import { operationsOf } from '../rules/operations.ts';
import { withAnswerHeaders } from './answer-headers.ts';

test('every response declares X-Request-Id, and every error body a requestId', () => {
  const specification = parseSpecification(readFileSync(specificationFile(), 'utf8'));
  for (const { id, responses } of operationsOf(specification)) {
    for (const { status, response } of responses)
      expect([id, status, Object.keys(response.headers ?? {})]).toEqual([
        id,
        status,
        expect.arrayContaining(['X-Request-Id']),
      ]);
  }
  const errors = Object.entries(specification.components?.schemas ?? {}).filter(([name]) => /^Error\d+$/.test(name));
  expect(errors.length).toBeGreaterThan(10);
  for (const [name, schema] of errors)
    expect([name, Object.keys(schema.properties ?? {})]).toEqual([name, expect.arrayContaining(['requestId'])]);
});

test('a response declares Ignored-Fields, except with 405, 413, 415 and 500', () => {
  const specification = parseSpecification(readFileSync(specificationFile(), 'utf8'));
  for (const { id, responses } of operationsOf(specification)) {
    for (const { status, response } of responses.filter(
      ({ response }) => response.content?.['text/event-stream'] === undefined,
    ))
      expect([id, status, Object.hasOwn(response.headers ?? {}, 'Ignored-Fields')]).toEqual([
        id,
        status,
        !['405', '413', '415', '500'].includes(status),
      ]);
  }
  const header = specification.components?.headers?.['IgnoredFields'];
  expect([header?.required, header?.schema]).toEqual([false, { type: 'string' }]);
});

test('shared responses stay shared and keep their own headers', () => {
  const { paths, components } = withAnswerHeaders({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: { '/parcels': { get: { responses: { '429': { $ref: '#/components/responses/Error429' } } } } },
    components: { responses: { Error429: { description: 'Too many.', headers: { 'Retry-After': {} } } } },
  });
  expect(paths['/parcels']?.get?.responses).toEqual({ '429': { $ref: '#/components/responses/Error429' } });
  expect(Object.keys(components?.responses?.['Error429']?.headers ?? {})).toEqual([
    'X-Request-Id',
    'Ignored-Fields',
    'Retry-After',
  ]);
});
