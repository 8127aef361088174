import type { Json } from '@payments-platform/types/spec';
import { expect, it } from 'vitest';
import { isObject } from './described-objects.ts';
import { answerSchema, successExamples } from './documented-examples.ts';
import { brokenSums } from './figures.ts';
import { createRecorded } from './recorded-answers.ts';

const schema = answerSchema('getQuoteById', 200) ?? {};

function quote(name: string): Readonly<Record<string, Json>> {
  const value = successExamples('getQuoteById').find((example) => example.name === name)?.value;
  if (!isObject(value)) throw new Error(`getQuoteById has no example ${name}`);
  return value;
}

/** A server that has sent a pending and an expired quote. */
function unseenIn(example: Json): string[] {
  const recorded = createRecorded();
  for (const name of ['pending', 'expired']) recorded.answer('getQuoteById', 200, quote(name));
  return recorded.unseenIn(schema, example, 'getQuoteById 200');
}

it('an example with other values of the same states is like what the server sends', () => {
  expect(unseenIn({ ...quote('pending'), totalSendingAmount: 777, description: 'Another rent' })).toEqual([]);
});

it('an example is reported that lacks a field which the server always sends', () => {
  const { rateDetails: _missing, ...rest } = quote('pending');
  expect(unseenIn(rest)).toContain('Quote: rateDetails is absent');
});

it('an example is reported for a field, a null and a status that the server never sends', () => {
  expect(unseenIn({ ...quote('pending'), scaChallenge: null })).toContain('Quote: scaChallenge is null');
  expect(unseenIn({ ...quote('pending'), status: 'FAILED' })).toContain('Quote: status is FAILED');
});

it('an example is reported for two facts that the server never shows together', () => {
  const recorded = createRecorded();
  recorded.answer('getQuoteById', 200, quote('pending'));
  recorded.answer('getQuoteById', 200, quote('authenticationWanted'));
  const mixed = { ...quote('authenticationWanted'), status: 'PENDING' };
  expect(recorded.unseenIn(schema, mixed, 'here').join('\n')).toMatch(/status is PENDING while scaChallenge/);
});

it('an example is reported for an id of another kind, and for instants in the wrong order', () => {
  const customer = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
  expect(unseenIn({ ...quote('pending'), transactionId: customer })).toContain(
    'Quote: transactionId is an id of Customer',
  );
  expect(unseenIn({ ...quote('pending'), expiresAt: '2020-01-01T00:00:00.000Z' })).toContain(
    'Quote: expiresAt < createdAt',
  );
});

it('a total is compared with its parts as soon as six different answers agree', () => {
  const sums = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ total: 3 + 2 * index, part: 1 + index, rest: 2 + index }));
  const example = { total: 10, part: 4, rest: 5 };
  expect(brokenSums(example, () => sums(6))).toEqual(['total = part + rest']);
  expect(brokenSums(example, () => sums(5))).toEqual([]);
  expect(brokenSums(example, () => [...sums(6), { total: 9, part: 1, rest: 1 }])).toEqual([]);
});
