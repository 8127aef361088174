import { createHmac, randomFillSync } from 'node:crypto';
import type { Random } from './ids.ts';

const poolSize = 4096;

/** The system's random source, drawn in pools because a call for 16 bytes costs as much as one for 4096. */
export function createSystemRandom(): Random {
  let pool = new Uint8Array(0);
  let used = 0;
  return {
    bytes: (length) => {
      if (length > poolSize) return randomFillSync(new Uint8Array(length));
      if (used + length > pool.length) {
        pool = randomFillSync(new Uint8Array(poolSize));
        used = 0;
      }
      used += length;
      return pool.subarray(used - length, used);
    },
  };
}

/**
 * Repeatable bytes from a text, without a visible pattern. The text is enough to compute them: for ids, never for
 * secrets.
 */
export function createReplayedRandom(seed: string): Random {
  let block = 0;
  let pool: Uint8Array = new Uint8Array(0);
  return {
    bytes: (length) => {
      const parts: number[] = [];
      while (parts.length < length) {
        if (pool.length === 0) {
          pool = createHmac('sha256', seed).update(String(block)).digest();
          block += 1;
        }
        const taken = pool.subarray(0, length - parts.length);
        parts.push(...taken);
        pool = pool.subarray(taken.length);
      }
      return Uint8Array.from(parts);
    },
  };
}

/** Repeatable bytes from a seed (mulberry32), for tests only: they are predictable. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return { bytes: (length) => Uint8Array.from({ length }, next) };
}
