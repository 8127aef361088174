import { expect, test } from 'vitest';
import { parseSpecification } from '../../../types/src/specification.ts';
import { withDeclaredAlternatives } from './alternatives.ts';

test('an anyOf alternative declares the fields it requires and moves beside the others in an allOf', () => {
  const said = { title: 'Account', description: 'Where to pay.', 'x-decision': 'One of both.' };
  const fields = {
    type: 'object',
    required: ['country'],
    properties: { country: { type: 'string' }, iban: { type: 'string' }, number: { type: 'string' } },
  };
  const anyOf = [{ required: ['iban'] }, { required: ['number'], not: { required: ['iban'] } }];
  const account = { ...said, ...fields, anyOf };
  const specification = parseSpecification(
    JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { account } } }),
  );
  expect(withDeclaredAlternatives(specification).components?.schemas?.account).toEqual({
    ...said,
    allOf: [
      fields,
      {
        anyOf: [
          { required: ['iban'], properties: { iban: {} }, unevaluatedProperties: {} },
          {
            required: ['number'],
            properties: { number: {} },
            not: { required: ['iban'], properties: { iban: {} } },
            unevaluatedProperties: {},
          },
        ],
      },
    ],
  });
});
