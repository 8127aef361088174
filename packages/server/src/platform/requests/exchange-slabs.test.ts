import { describe, expect, it } from 'vitest';
import { ExchangeSlabs, type SlabText } from './exchange-slabs.ts';

/** Together some fill a slab. */
const long = 'ü'.repeat(20_000);

/** Whether two texts are in the same slab. */
const isBeside = (one: SlabText, other: SlabText): boolean => one.bytes.buffer === other.bytes.buffer;

describe('the buffer slabs of request exchanges', () => {
  it('keep each text unchanged until it is released', () => {
    const slabs = new ExchangeSlabs();
    const kept = new Map<number, ReturnType<ExchangeSlabs['keep']>>();
    const textOf = (at: number): string => `${at}${long.slice(0, (at * 7_919) % long.length)}`;
    for (let at = 0; at < 300; at += 1) {
      kept.set(at, slabs.keep(textOf(at)));
      for (const [one, text] of kept) {
        if ((one * 31 + at) % 23 !== 0) continue;
        kept.delete(one);
        slabs.release(text);
      }
      for (const [one, { bytes }] of kept) if (bytes.toString() !== textOf(one)) expect.fail(`${one} is lost at ${at}`);
    }
  });

  it('are reused once all of their texts are released', () => {
    const slabs = new ExchangeSlabs();
    const [first, second] = [slabs.keep(long), slabs.keep(long)];
    expect(isBeside(second, first)).toBe(true);
    const third = slabs.keep(long);
    expect(isBeside(third, first)).toBe(false);
    slabs.release(first);
    slabs.keep(long);
    expect(isBeside(slabs.keep(long), first)).toBe(false);
    slabs.release(second);
    slabs.keep(long);
    expect(isBeside(slabs.keep(long), first)).toBe(true);
  });

  it('keep a text larger than a slab whole, outside the slabs', () => {
    const slabs = new ExchangeSlabs();
    const small = slabs.keep('small');
    const text = Array.from({ length: 40_000 }, (_, at) => `${at % 10}üü`).join('');
    const huge = slabs.keep(text);
    const next = slabs.keep('next');
    expect(isBeside(huge, small)).toBe(false);
    expect(isBeside(next, small)).toBe(true);
    expect(huge.bytes.toString() === text).toBe(true);
    slabs.release(huge);
    const last = slabs.keep('last');
    expect(isBeside(last, small)).toBe(true);
    expect([small, next, last].map(({ bytes }) => bytes.toString())).toEqual(['small', 'next', 'last']);
  });
});
