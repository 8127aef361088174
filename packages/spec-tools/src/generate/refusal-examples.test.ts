import { expect, it } from 'vitest';
import { type ErrorEntry, parseSpecification, type Specification } from '../../../types/src/specification.ts';
import { goodSpecification } from '../rules/break.ts';
import { shownCodes } from '../rules/shown-codes.ts';
import { withRefusalExamples } from './refusal-examples.ts';

const written = parseSpecification(JSON.stringify(goodSpecification()));
const errors = written['x-error-catalogue'] ?? {};
const tables = (changed: Record<string, ErrorEntry> = {}) => ({ errors: { ...errors, ...changed } });

/** The good specification, with one operation that declares more or other codes than its response shows. */
function declaring(codes: readonly string[]): Specification {
  const item = written.paths['/parcels/{parcelId}'] ?? {};
  const get = { ...item.get, 'x-error-codes': { '400': codes } };
  return { ...written, paths: { ...written.paths, '/parcels/{parcelId}': { ...item, get } } };
}

function examplesOf(specification: Specification) {
  const response = specification.paths['/parcels/{parcelId}']?.get?.responses?.['400'];
  return response?.content?.['application/json']?.examples;
}

it('an error code without an example gets one from the catalogue, under its own name', () => {
  const made = withRefusalExamples(declaring(['INVALID_INPUT', 'TOO_HEAVY']), tables());
  expect(examplesOf(made)).toEqual({
    TOO_HEAVY: {
      summary: 'Too heavy',
      value: { code: 'TOO_HEAVY', reason: 'It weighs too much.', status: 400, message: 'It weighs too much.' },
    },
  });
  expect(shownCodes(made).flatMap(({ missing }) => missing)).toEqual([]);
});

it('an error code with details gets the handwritten example of its code', () => {
  const entry = errors['TOO_HEAVY'];
  if (entry === undefined) throw new Error('the catalogue has no TOO_HEAVY');
  const value = { code: 'TOO_HEAVY', reason: '40 kg.', status: 400, message: '40 kg.', details: { grams: 40_000 } };
  const specification = declaring(['INVALID_INPUT', 'TOO_HEAVY']);
  const shown = { ...specification, components: { ...specification.components, examples: { heavy: { value } } } };
  const made = withRefusalExamples(shown, tables({ TOO_HEAVY: { ...entry, details: { grams: 'what it weighs' } } }));
  expect(examplesOf(made)).toEqual({ TOO_HEAVY: { $ref: '#/components/examples/heavy' } });
});

it('an error code whose refusals do not all have details gets no example of another operation', () => {
  const entry = errors['TOO_HEAVY'];
  if (entry === undefined) throw new Error('the catalogue has no TOO_HEAVY');
  const value = { code: 'TOO_HEAVY', reason: '40 kg.', status: 400, message: '40 kg.', details: { grams: 40_000 } };
  const specification = declaring(['INVALID_INPUT', 'TOO_HEAVY']);
  const shown = { ...specification, components: { ...specification.components, examples: { heavy: { value } } } };
  const made = withRefusalExamples(shown, tables({ TOO_HEAVY: { ...entry, details: { 'grams?': 'what it weighs' } } }));
  expect(examplesOf(made)).toMatchObject({ TOO_HEAVY: { summary: 'Too heavy' } });
});

it('a response that shows every code it declares stays unchanged', () => {
  expect(withRefusalExamples(written, tables())).toEqual(written);
});
