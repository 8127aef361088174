import { describe, expect, it } from 'vitest';
import { createPositions } from './position.ts';

const sealerOf = (byte: number) => ({ secretFor: () => new Uint8Array(32).fill(byte) });
const positions = createPositions(sealerOf(1));
const position = {
  E: { position: 7_001, id: '0198c0de-7a13-7e74-8a4f-2d3c4b5a6f74' },
  R: { position: Number.MAX_SAFE_INTEGER, id: '' },
};
const text = positions.write(position);

describe('a position of the stream', () => {
  it('is read as it was written, in every process that has the key', () => {
    expect(createPositions(sealerOf(1)).read(text)).toEqual(position);
    expect(createPositions(sealerOf(1)).write(position)).toBe(text);
  });

  it('hides the event count, and is refused when altered or made up', () => {
    const { E } = position;
    const places = Array.from({ length: 50 }, (_, at) =>
      positions.write({ E: { ...E, position: at + 1 } }).slice(1, 23),
    );
    expect(new Set(places.map((place) => place.slice(0, 4))).size).toBe(50);
    expect(createPositions(sealerOf(2)).read(text)).toBeUndefined();
    for (let at = 1; at < 23; at += 1) {
      const other = text[at] === 'x' ? 'y' : 'x';
      expect(positions.read(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    }
    for (const madeUp of [text.replace(/^E/, 'D'), 'E5ep.', 'E1.', '', `${text}~${text}`])
      expect(positions.read(madeUp)).toBeUndefined();
  });

  it('is E0. at the beginning of the stream', () => {
    expect(positions.read('E0.')).toEqual({ E: { position: 0, id: '' } });
    expect(positions.write({ E: { position: 0, id: '' } })).toBe('E0.');
  });
});
