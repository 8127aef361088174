import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../ids/random.ts';
import { createSealer, isStoreSealedBy } from './sealer.ts';

const sealerOf = (fill: number) => createSealer(Buffer.alloc(32, fill), createSeededRandom(fill));

describe('a sealer', () => {
  it('unseals what it sealed, and never seals one text the same way twice', () => {
    const sealer = sealerOf(1);
    const [one, other] = [sealer.seal('secret'), sealer.seal('secret')];
    expect([sealer.unseal(one), sealer.unseal(other)]).toEqual(['secret', 'secret']);
    expect(one).not.toBe(other);
    expect(one).not.toContain('secret');
  });

  it('refuses to unseal a text that was changed or sealed under another key', () => {
    const sealed = Buffer.from(sealerOf(1).seal('secret'), 'base64');
    expect(() => sealerOf(2).unseal(sealed.toString('base64'))).toThrow();
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => sealerOf(1).unseal(sealed.toString('base64'))).toThrow();
  });

  it('recognises its store by the oldest text, or by most texts when that one is damaged', () => {
    const [mine, foreign] = [sealerOf(1).seal('secret'), sealerOf(2).seal('secret')];
    const stores = [[], [mine, foreign], [foreign, mine, mine], [foreign, mine], [foreign]];
    expect(stores.map((sealed) => isStoreSealedBy(sealerOf(1), sealed))).toEqual([true, true, true, false, false]);
  });

  it('gives the same digest for the same text and key only', () => {
    expect(sealerOf(1).digest('123456')).toBe(sealerOf(1).digest('123456'));
    expect(sealerOf(1).digest('123456')).not.toBe(sealerOf(2).digest('123456'));
    expect(sealerOf(1).digest('123456')).not.toBe(sealerOf(1).digest('123457'));
  });
});
