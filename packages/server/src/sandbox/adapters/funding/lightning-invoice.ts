import { Buffer } from 'node:buffer';
import { bech32 } from '@scure/base';
import type { Fundable } from '../../../engines/funding/funding.ts';
import { epochMsOf, type Instant, secondMs } from '../../../ground/clock/instant.ts';
import { bytesOf } from './funding-method.ts';

/** Tagged fields of BOLT 11, by the value of their letter. */
const tags = { paymentHash: 1, expiry: 6, description: 13, paymentSecret: 16 } as const;

/** A number as at least `count` base-32 words, the highest first. */
function wordsOf(value: number, count = 0): number[] {
  const words: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32);
  while (words.length < count) words.unshift(0);
  return words;
}

function field(type: number, words: readonly number[]): number[] {
  return [type, ...wordsOf(words.length, 2), ...words];
}

/** The content of an invoice. */
export interface InvoiceTerms {
  /** The amount in the form of BOLT 11: digits and the letter of the part of a bitcoin. */
  readonly amount: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly paymentHash: Uint8Array;
  readonly paymentSecret: Uint8Array;
  readonly description: string;
  /** 64 filler bytes, since the sandbox has no node that could be paid. */
  readonly signature: Uint8Array;
}

/** An invoice in the form of BOLT 11, on the test network. */
export function encodeInvoice(terms: InvoiceTerms): string {
  const created = Math.floor(epochMsOf(terms.createdAt) / secondMs);
  const lifetime = Math.floor((epochMsOf(terms.expiresAt) - epochMsOf(terms.createdAt)) / secondMs);
  const words = [
    ...wordsOf(created, 7),
    ...field(tags.paymentHash, bech32.toWords(terms.paymentHash)),
    ...field(tags.paymentSecret, bech32.toWords(terms.paymentSecret)),
    ...field(tags.description, bech32.toWords(Buffer.from(terms.description))),
    ...field(tags.expiry, wordsOf(lifetime)),
    ...bech32.toWords(Uint8Array.from([...terms.signature, 0])),
  ];
  return bech32.encode(`lntb${terms.amount}`, words, false);
}

/** The invoice over the amount of the expected payment. */
export function lightningInvoice(fundable: Fundable): string {
  const { payment } = fundable;
  if (payment === undefined) throw new Error(`${fundable.id} expects no payment that an invoice could be over`);
  return encodeInvoice({
    // `n` stands for a billionth of a bitcoin, and the smallest unit is ten of them.
    amount: `${payment.amountMinor * 10n}n`,
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    paymentHash: bytesOf(fundable, 'payment hash'),
    paymentSecret: bytesOf(fundable, 'payment secret'),
    description: fundable.reference,
    signature: Uint8Array.from([...bytesOf(fundable, 'signature r'), ...bytesOf(fundable, 'signature s')]),
  });
}
