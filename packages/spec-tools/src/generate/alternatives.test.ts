import { expect, test } from 'vitest';
import { parseSpecification } from '../../../types/src/specification.ts';
import { withDeclaredAlternatives } from './alternatives.ts';

test('an alternative names the members that it requires, and leaves everything else open', () => {
  const account = {
    type: 'object',
    required: ['country'],
    properties: { country: { type: 'string' }, iban: { type: 'string' }, number: { type: 'string' } },
    anyOf: [{ required: ['iban'] }, { required: ['number'], not: { required: ['iban'] } }],
  };
  const specification = parseSpecification(
    JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { account } } }),
  );
  expect(withDeclaredAlternatives(specification).components?.schemas?.account).toEqual({
    ...account,
    anyOf: [
      { required: ['iban'], properties: { iban: {} }, unevaluatedProperties: {} },
      {
        required: ['number'],
        properties: { number: {} },
        not: { required: ['iban'], properties: { iban: {} } },
        unevaluatedProperties: {},
      },
    ],
  });
});
