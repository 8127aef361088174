import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the flags of the server', () => {
  it('names what does the work of a flag that is gone', () => {
    expect(() => readOptions(['--movable-clock'], {})).toThrow('a clock of its own now');
  });

  it('refuses a flag that it does not know, and says where the others are', () => {
    expect(() => readOptions(['--colour'], {})).toThrow("Unknown option '--colour'. --help shows the flags.");
  });
});
