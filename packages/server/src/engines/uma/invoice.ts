import { Buffer } from 'node:buffer';
import { bech32 } from '@scure/base';
import { epochMsOf, type Instant, instantOf, secondMs } from '../../ground/clock/instant.ts';

/** The parts of a Lightning invoice that are checked before it is paid. */
export interface ReadInvoice {
  readonly amountMillisatoshis: bigint;
  /** In lower-case hexadecimal. */
  readonly paymentHash: string;
  readonly expiresAt: Instant;
  /** For how many blocks the receiver's side can hold the payment before it settles or cancels it. */
  readonly holdBlocks: number;
}

/** BOLT 11 sets no maximum length; no real invoice is this long. */
const longestInvoice = 2_000;
const start = /^ln(?:bc|tb|bcrt|tbs)(\d+)([munp]?)$/;
/** A bitcoin has a hundred billion millisatoshis. */
const perBitcoin = 100_000_000_000n;
const parts: Readonly<Record<string, bigint>> = { '': 1n, m: 1_000n, u: 1_000_000n, n: 1_000_000_000n };
const timestampWords = 7;
const signatureWords = 104;
const tags = { paymentHash: 1, hops: 3, expiry: 6, finalBlocks: 24 } as const;
const usualExpirySeconds = 3_600;
const usualFinalBlocks = 18;
/** A hop to the receiver: its node, its channel, two fees, and the blocks that it keeps a payment longer. */
const hopBytes = 51;
const blocksOfHopAt = 49;

/**
 * Reads an invoice with an amount; `undefined` if the text is not one. Its signature is not checked: its key belongs to
 * no known party.
 */
export function readInvoice(text: string): ReadInvoice | undefined {
  const decoded = text.length <= longestInvoice ? bech32.decodeUnsafe(text, longestInvoice) : undefined;
  const [, digits, part] = start.exec(decoded?.prefix ?? '') ?? [];
  if (decoded === undefined || digits === undefined || part === undefined) return undefined;
  const amountMillisatoshis = millisatoshis(BigInt(digits), part);
  const fields = readFields(decoded.words.slice(timestampWords, -signatureWords));
  const hash = fields.get(tags.paymentHash)?.[0];
  const expiry = fields.get(tags.expiry)?.[0];
  const finalBlocks = fields.get(tags.finalBlocks)?.[0];
  const hopBlocks = (fields.get(tags.hops) ?? []).map(blocksOfHops);
  if (hash?.length !== 52 || amountMillisatoshis === undefined) return undefined;
  const createdMs = numberOf(decoded.words.slice(0, timestampWords)) * secondMs;
  const lifetimeMs = (expiry === undefined ? usualExpirySeconds : numberOf(expiry)) * secondMs;
  if (createdMs + lifetimeMs > largestMs) return undefined;
  return {
    amountMillisatoshis,
    paymentHash: Buffer.from(bech32.fromWordsUnsafe([...hash]) ?? []).toString('hex'),
    expiresAt: instantOf(createdMs + lifetimeMs),
    holdBlocks: (finalBlocks === undefined ? usualFinalBlocks : numberOf(finalBlocks)) + Math.max(0, ...hopBlocks),
  };
}

const largestMs = epochMsOf('9999-12-31T00:00:00.000Z');

/** `p` can express tenths of a millisatoshi, which are not valid amounts. */
function millisatoshis(amount: bigint, part: string): bigint | undefined {
  if (part === 'p') return amount % 10n === 0n ? amount / 10n : undefined;
  const parted = parts[part];
  return parted === undefined ? undefined : (amount * perBitcoin) / parted;
}

/** All hops of one way to the receiver. A way that cannot be read counts as one that holds a payment for ever. */
function blocksOfHops(words: readonly number[]): number {
  const bytes = bech32.fromWordsUnsafe([...words]);
  if (bytes === undefined || bytes.length % hopBytes !== 0) return Number.POSITIVE_INFINITY;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let blocks = 0;
  for (let hop = 0; hop < bytes.length; hop += hopBytes) blocks += view.getUint16(hop + blocksOfHopAt);
  return blocks;
}

/** The values of each field, by its tag. Of the fields that may not be repeated the first one counts. */
function readFields(words: readonly number[]): Map<number, readonly (readonly number[])[]> {
  const fields = new Map<number, readonly (readonly number[])[]>();
  let at = 0;
  while (at + 3 <= words.length) {
    const length = numberOf(words.slice(at + 1, at + 3));
    const [tag = 0] = words.slice(at);
    fields.set(tag, [...(fields.get(tag) ?? []), words.slice(at + 3, at + 3 + length)]);
    at += 3 + length;
  }
  return fields;
}

function numberOf(words: readonly number[]): number {
  return words.reduce((number, word) => number * 32 + word, 0);
}
