import { expect, test } from 'vitest';
import { withExampleRequestIds } from './example-request-ids.ts';

test('an example of an error gets the requestId of the header, and other examples get none', () => {
  const refusal = { code: 'TOO_HEAVY', reason: '40 kg.', status: 400, message: '40 kg.' };
  const details = { grams: 40_000 };
  const parcel = { code: 'P1', status: 'SENT' };
  const { components } = withExampleRequestIds({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '2030-01-01' },
    paths: {},
    components: {
      headers: { RequestId: { example: 'ApiRequest:1' } },
      examples: {
        heavy: { value: { ...refusal, details } },
        named: { value: { ...refusal, requestId: 'ApiRequest:2' } },
        parcel: { value: parcel },
      },
    },
  });
  expect(components?.examples).toEqual({
    heavy: { value: { ...refusal, requestId: 'ApiRequest:1', details } },
    named: { value: { ...refusal, requestId: 'ApiRequest:2' } },
    parcel: { value: parcel },
  });
});
