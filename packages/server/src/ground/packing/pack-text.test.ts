import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { packMark } from './marks.ts';
import { packText } from './pack-text.ts';
import { phrases } from './phrases.ts';
import { isPacked, unpackText } from './unpack-text.ts';

const id = '01a20636-f7f5-72b3-b3b5-daea43016cce';
const data = {
  id: `Transaction:${id}`,
  direction: 'DEBIT',
  destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${id}`, currency: 'EUR' },
  customerId: `Customer:${id}`,
  platformCustomerId: 'Zoë & 東京 #7 🙂',
  quoteId: `Quote:${id}`,
  sentAmount: { amount: 10000, currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 } },
  exchangeRate: 1.0842,
  fees: 50,
  createdAt: '2026-11-23T02:23:15.431Z',
  updatedAt: '2026-11-23T02:23:15.999Z',
  type: 'OUTGOING',
  status: 'PROCESSING',
  source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${id}`, currency: 'USD' },
};
const event = JSON.stringify({
  id: `Webhook:${id}`,
  type: 'OUTGOING_PAYMENT.PROCESSING',
  timestamp: '2026-11-23T02:23:15.999Z',
  sequence: 2,
  data,
});

/** Packed by an earlier release. No later one may read it differently. */
const packedEvent =
  '~1\u000100\u00040Q86DkVqSgEoiTgfGl5h3E\u0003\u0001vA\u00010h\u0005QBN2NFFc\u00032\u0003\u00040Q86DkVqSgEoiTgfGl5h3E\u0003\u00040Q86DkVqSgEoiTgfGl5h3E\u0003EUR\u0003\u00040Q86DkVqSgEoiTgfGl5h3E\u0003Zoë & 東京 #7 🙂\u0003\u00040Q86DkVqSgEoiTgfGl5h3E\u0003\u0002PI0\u00014r\u0001nT\u00015C1.0842\u000350\u0003\u0005QBN2NF6k\u0003\u0005QBN2NFFc\u0003\u0001vA\u00016n\u00040Q86DkVqSgEoiTgfGl5h3E\u0003USD"}}}';

/** Numbers that look random but are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 8;
  }
}

const pieces = [
  ...['#', '~1', '"', '{"id":"', 'Transaction:', '2026-', '2099-12-31T23:59:59.000Z', '2026-99-99T99:99:99.999Z'],
  ...[id, id.toUpperCase(), `${id.slice(0, 35)}g`, '1976-11-23T02:23:15.431Z', '\u0000', '\u0003', '\u001f', '\n'],
  ...['é', '🙂', '\ud83d', 'a', '0', 'USD","name":"United States Dollar"', '"decimals":2}}', 'Z'],
];

function randomText(random: Iterator<number, never>): string {
  const next = (below: number): number => random.next().value % below;
  return Array.from({ length: next(30) }, () => {
    const from = next(phrases.length);
    return next(2) === 0 ? phrases.slice(from, from + next(90)) : (pieces[next(pieces.length)] ?? '');
  }).join('');
}

describe('a packed text', () => {
  it('is unpacked character for character', () => {
    const random = numbers(20_261_123);
    for (let run = 0; run < 3_000; run += 1) {
      const text = randomText(random);
      expect(unpackText(packText(text))).toBe(text);
    }
    expect(unpackText(packText(event))).toBe(event);
  });

  it('takes less than a third of the space for a payment event', () => {
    expect(isPacked(packText(event))).toBe(true);
    expect(packText(event).length).toBeLessThan(event.length / 3);
  });

  it('stays as it is when packing does not make it shorter', () => {
    for (const text of ['', '{}', '["Ada","Grace","Edsger","Barbara","Tony","Leslie"]'])
      expect(packText(text)).toBe(text);
  });

  it('is unpacked correctly even if the original looks packed', () => {
    for (const text of [packMark, packText(event)]) expect(unpackText(packText(text))).toBe(text);
  });

  it('of an earlier release is still unpacked', () => {
    expect(hash('sha256', phrases)).toBe('0b165cbcc80acfe8809dd5a94c146653e3bbaaac74e5ca9fab0b27ab2420d375');
    expect(unpackText(packedEvent)).toBe(event);
  });

  it('that is damaged is refused, or unpacks to less than 200 times its length', () => {
    const packed = packText(event);
    const random = numbers(7);
    for (let run = 0; run < 3_000; run += 1) {
      const at = random.next().value % packed.length;
      const sign = String.fromCharCode(random.next().value % 128);
      const other = `${packMark}${packed.slice(2, at)}${sign}${packed.slice(at + 1, at + (random.next().value % 400))}`;
      try {
        expect(unpackText(other).length).toBeLessThan(other.length * 200);
      } catch (error) {
        expect(error).toMatchObject({ message: 'a packed text is damaged' });
      }
    }
    expect(() => unpackText(`${packMark}\u0001zz`)).toThrow('a packed text is damaged');
    expect(() => unpackText(`${packMark}\u0004${'-'.repeat(22)}`)).toThrow('a packed text is damaged');
    expect(() => unpackText(`${packMark}\u0005`)).toThrow('a packed text is damaged');
  });
});
