import { describe, expect, it } from 'vitest';
import { ExchangeSlabs } from './exchange-slabs.ts';

/** Together some fill a slab. */
const long = 'ü'.repeat(20_000);

describe('slabs of exchanges', () => {
  it('have each text until it is done with, whatever comes and goes meanwhile', () => {
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

  it('are used again once all of their texts are done with', () => {
    const slabs = new ExchangeSlabs();
    const [first, second] = [slabs.keep(long), slabs.keep(long)];
    expect(second.bytes.buffer).toBe(first.bytes.buffer);
    const third = slabs.keep(long);
    expect(third.bytes.buffer).not.toBe(first.bytes.buffer);
    slabs.release(first);
    slabs.keep(long);
    expect(slabs.keep(long).bytes.buffer).not.toBe(first.bytes.buffer);
    slabs.release(second);
    slabs.keep(long);
    expect(slabs.keep(long).bytes.buffer).toBe(first.bytes.buffer);
  });

  it('leave a text that is larger than they are to itself', () => {
    const slabs = new ExchangeSlabs();
    const small = slabs.keep('small');
    const text = Array.from({ length: 40_000 }, (_, at) => `${at % 10}üü`).join('');
    const huge = slabs.keep(text);
    const next = slabs.keep('next');
    expect(huge.bytes.buffer).not.toBe(small.bytes.buffer);
    expect(next.bytes.buffer).toBe(small.bytes.buffer);
    expect(huge.bytes.toString() === text).toBe(true);
    slabs.release(huge);
    const last = slabs.keep('last');
    expect(last.bytes.buffer).toBe(small.bytes.buffer);
    expect([small, next, last].map(({ bytes }) => bytes.toString())).toEqual(['small', 'next', 'last']);
  });
});
