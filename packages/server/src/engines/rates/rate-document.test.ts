import { describe, expect, it } from 'vitest';
import { RateDocumentUnusable, readRateDocument } from './rate-document.ts';

const validUntil = '2025-01-01T00:10:00Z';
const read = (document: object): unknown => readRateDocument(JSON.stringify(document));

describe('a rate document', () => {
  it('gives the price of each supported currency in the base, and until when it is valid', () => {
    const rates = { EUR: '1.0842', JPY: '0.0065', MXN: 0.0541 };
    expect(read({ base: 'USD', validUntil, rates, provider: 'anyone' })).toEqual({
      worths: { USD: '1', EUR: '1.0842', MXN: '0.0541' },
      validUntil: '2025-01-01T00:10:00.000Z',
    });
  });

  it('accepts EUR as the base, with a rate of 1 for the base itself', () => {
    expect(read({ base: 'EUR', validUntil, rates: { EUR: '1.0', USD: '0.92' } })).toMatchObject({
      worths: { EUR: '1', USD: '0.92' },
    });
  });

  it.each([
    [{ base: 'XXX', validUntil, rates: { EUR: '1' } }, 'base'],
    [{ validUntil, rates: { EUR: '1' } }, 'base'],
    [{ base: 'USD', rates: { EUR: '1' } }, 'validUntil'],
    [{ base: 'USD', validUntil: 'tomorrow', rates: { EUR: '1' } }, 'validUntil'],
    [{ base: 'USD', validUntil: '2025-13-01T00:00:00Z', rates: { EUR: '1' } }, 'validUntil'],
    [{ base: 'USD', validUntil }, 'rates is not an object'],
    [{ base: 'USD', validUntil, rates: [] }, 'rates is not an object'],
    [{ base: 'USD', validUntil, rates: { JPY: '1' } }, 'no supported currency'],
    [{ base: 'USD', validUntil, rates: { USD: '2', EUR: '1' } }, 'the base USD must be 1'],
    ...[
      '0',
      '-1',
      '1e3',
      '0x1',
      '',
      ' 1',
      '1.',
      'NaN',
      '1234567890123',
      '0.1234567890123456789',
      null,
      true,
      {},
      -1,
      0,
    ].map((worth) => [{ base: 'USD', validUntil, rates: { EUR: worth } }, 'the rate of EUR'] as const),
  ] as const)('is refused as %j, with the wrong member named', (document, words) => {
    expect(() => read(document)).toThrow(RateDocumentUnusable);
    expect(() => read(document)).toThrow(words);
  });

  it.each(['', '{', '[]', 'null', '"USD"'])('is refused as %s', (text) => {
    expect(() => readRateDocument(text)).toThrow(RateDocumentUnusable);
  });
});
