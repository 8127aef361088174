import { bech32 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { withFields } from '../../../test/uma-counterparty.ts';
import { sandboxInvoice } from '../../sandbox/adapters/uma/sandbox-invoice.ts';
import { readInvoice } from './invoice.ts';

const invoice = sandboxInvoice('grace', 1_000n, { createdAt: '2025-01-01T00:00:00.000Z' }, 'pay');

/** Hops to the receiver that keep a payment for these numbers of blocks longer. */
function hops(...blocks: readonly number[]): { readonly tag: number; readonly words: number[] } {
  const bytes = new Uint8Array(51 * blocks.length);
  for (const [hop, one] of blocks.entries()) new DataView(bytes.buffer).setUint16(51 * hop + 49, one);
  return { tag: 3, words: bech32.toWords(bytes) };
}

const finalBlocks = (...words: number[]): { readonly tag: number; readonly words: number[] } => ({ tag: 24, words });

describe('the blocks for which an invoice lets its receiver hold a payment', () => {
  it.each([
    ['18 without a field', [], 18],
    ['those of its field, the highest digit first', [finalBlocks(2, 16)], 80],
    ['those of its first field', [finalBlocks(1), finalBlocks(31, 31)], 1],
    ['the field and all hops of a way', [finalBlocks(9), hops(40, 144)], 193],
    ['the longest of several ways', [hops(40), hops(65_535, 1), hops(2)], 65_554],
    ['no end, for a way that cannot be read', [{ tag: 3, words: [1, 2, 3, 4] }], Number.POSITIVE_INFINITY],
  ])('are %s', (_, fields, blocks) => {
    expect(readInvoice(withFields(invoice, fields))?.holdBlocks).toBe(blocks);
  });
});
