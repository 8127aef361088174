import { describe, expect, it } from 'vitest';
import { type EveryOperation, operations, operationsOf } from './modules.ts';
import type { Manifest } from './operation/manifest.ts';
import { manifest as quotes } from './payments/quotes/manifest.ts';

describe('the modules of the server', () => {
  it('serve an operation once', () => {
    expect(() => operationsOf([quotes, quotes])).toThrow('two modules serve');
  });

  it('do not compile without the handler of an operation that is built', () => {
    // @ts-expect-error createQuote and many more are missing.
    const lacking: EveryOperation = operationsOf([]);
    expect(lacking).toEqual({});
    const { createQuote, ...others } = operations;
    // @ts-expect-error createQuote is missing.
    const lackingOne: EveryOperation = others;
    expect(lackingOne).not.toHaveProperty('createQuote');
    expect(createQuote.kind).toBe('UNIT');
  });

  it('do not compile with a handler under another name', () => {
    const { createQuote } = quotes.operations;
    // @ts-expect-error There is no such operation.
    const misspelt = { operations: { createQuotes: createQuote } } satisfies Manifest;
    // @ts-expect-error This is the handler of another operation.
    const exchanged = { operations: { executeQuote: createQuote } } satisfies Manifest;
    expect([misspelt, exchanged]).toHaveLength(2);
  });
});
