import { Buffer } from 'node:buffer';
import { bech32 } from '@scure/base';
import type { Fundable } from '../../../engines/funding/funding.ts';
import { epochMsOf, secondMs } from '../../../ground/clock/instant.ts';
import { bytesOf } from './funding-method.ts';

/** Tagged fields of BOLT 11, by the value of their letter. */
const tags = { paymentHash: 1, expiry: 6, description: 13, paymentSecret: 16 } as const;

/** A number as base-32 words, the highest first, in at least `count` words. */
function wordsOf(value: number, count = 0): number[] {
  const words: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32);
  while (words.length < count) words.unshift(0);
  return words;
}

function field(type: number, words: readonly number[]): number[] {
  return [type, ...wordsOf(words.length, 2), ...words];
}

/**
 * An invoice in the form of BOLT 11, on the test network and over the amount of the payment. It reads like
 * any other; its signature is filler, since the sandbox has no node that could be paid.
 */
export function lightningInvoice(fundable: Fundable): string {
  const { payment } = fundable;
  if (payment === undefined) throw new Error(`${fundable.id} expects no payment that an invoice could be over`);
  const created = Math.floor(epochMsOf(payment.createdAt) / secondMs);
  const lifetime = Math.floor((epochMsOf(payment.expiresAt) - epochMsOf(payment.createdAt)) / secondMs);
  const signature = [...bytesOf(fundable, 'signature r'), ...bytesOf(fundable, 'signature s'), 0];
  const words = [
    ...wordsOf(created, 7),
    ...field(tags.paymentHash, bech32.toWords(bytesOf(fundable, 'payment hash'))),
    ...field(tags.paymentSecret, bech32.toWords(bytesOf(fundable, 'payment secret'))),
    ...field(tags.description, bech32.toWords(Buffer.from(fundable.reference))),
    ...field(tags.expiry, wordsOf(lifetime)),
    ...bech32.toWords(Uint8Array.from(signature)),
  ];
  // One smallest unit of bitcoin is ten times the billionth of a bitcoin that `n` stands for.
  return bech32.encode(`lntb${payment.amountMinor * 10n}n`, words, false);
}
