import { describe, expect, it } from 'vitest';
import { idsOf, readKept, together } from './kept-exchange.ts';

const exchanges = [
  { id: 'ApiRequest:1', exchange: ['', '"key"', '', '{"a":1}', '{"b":"ü"}'].join('\n') },
  { id: 'ApiRequest:2', exchange: ['1', '', '{"limit":1}', '', ''].join('\n') },
];

describe('exchanges that are kept together', async () => {
  const unpacked = exchanges.map(({ id, exchange }) => `${id}\n${exchange}`).join('\n');

  const alone = await together(exchanges.slice(0, 1));

  it.each([
    ['packed', await together(exchanges)],
    ['as they were kept before', unpacked],
    ['alone', alone],
  ])('are found by their ids, %s', (_, text) => {
    const [first, second] = exchanges.map(({ id }) => id);
    expect(idsOf(text)).toEqual(text === alone ? [first] : [first, second]);
    const kept = {
      idempotencyKey: 'key',
      query: null,
      requestBody: '{"a":1}',
      responseBody: '{"b":"ü"}',
      isCut: false,
    };
    expect(readKept(text, 'ApiRequest:1')).toEqual(kept);
    if (idsOf(text).length > 1)
      expect(readKept(text, 'ApiRequest:2')).toMatchObject({ query: '{"limit":1}', responseBody: null, isCut: true });
  });

  it('are packed to a fraction where they are alike', async () => {
    const exchange = unpacked.repeat(20);
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `ApiRequest:${at}`, exchange }));
    expect((await together(many)).length).toBeLessThan((exchange.length * 100) / 10);
  });
});
