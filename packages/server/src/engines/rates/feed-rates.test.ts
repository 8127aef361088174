import { describe, expect, it } from 'vitest';
import { createFeedRates } from './feed-rates.ts';
import { readRateDocument } from './rate-document.ts';

const start = '2025-01-01T00:00:00.000Z';
const simulated = '2031-07-01T12:00:00.000Z';
const conversion = { sending: 'USD', receiving: 'EUR', rate: '1.0842', destinationIdentifier: null } as const;

function documentOf(eur: string): ReturnType<typeof readRateDocument> {
  return readRateDocument(
    JSON.stringify({ base: 'USD', validUntil: '2025-01-01T00:10:00Z', rates: { EUR: eur, GBP: '1.25' } }),
  );
}

describe('feed rates', () => {
  it('cover every pair of known currencies, with the time they were taken', () => {
    const rates = createFeedRates(() => start);
    rates.take(documentOf('1.0842'), simulated);
    expect(rates.rateFor('USD', 'EUR', simulated)).toEqual({ rate: '1.0842', updatedAt: simulated });
    expect(rates.rateFor('GBP', 'EUR', simulated)?.rate).toBe('0.86736');
    expect(rates.rateFor('USD', 'MXN', simulated)).toBeUndefined();
    expect(rates.rateFor('MXN', 'MXN', simulated)).toEqual({ rate: '1', updatedAt: simulated });
  });

  it('replace the earlier ones', () => {
    const rates = createFeedRates(() => start);
    rates.take(documentOf('1.0842'), simulated);
    rates.take(documentOf('1.0900'), simulated);
    expect(rates.rateFor('USD', 'EUR', simulated)?.rate).toBe('1.09');
  });

  it('are valid until validUntil in real time; afterwards only same-currency payments are accepted', () => {
    let now = start;
    const rates = createFeedRates(() => now);
    rates.take(documentOf('1.0842'), simulated);
    now = '2025-01-01T00:09:59.999Z';
    expect([rates.rateFor('USD', 'EUR', simulated)?.rate, rates.accepts(conversion, simulated)]).toEqual([
      '1.0842',
      true,
    ]);
    now = '2025-01-01T00:10:00.000Z';
    expect([rates.rateFor('USD', 'EUR', simulated), rates.accepts(conversion, simulated)]).toEqual([undefined, false]);
    expect(rates.rateFor('EUR', 'EUR', simulated)?.rate).toBe('1');
    expect(rates.accepts({ ...conversion, receiving: 'USD' }, simulated)).toBe(true);
    expect(rates.lastRateFor('EUR', 'USD')).toBe('0.922339051836');
  });

  it('are unknown before the first document', () => {
    const rates = createFeedRates(() => start);
    expect([rates.rateFor('USD', 'EUR', start), rates.lastRateFor('USD', 'EUR')]).toEqual([undefined, undefined]);
    expect(rates.accepts(conversion, start)).toBe(false);
  });
});
