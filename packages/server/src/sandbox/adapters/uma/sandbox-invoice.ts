import { createHash } from 'node:crypto';
import { type Instant, minuteMs, plusMs } from '../../../ground/clock/instant.ts';
import { encodeInvoice } from '../funding/lightning-invoice.ts';

/** Longer than a quote lasts. */
const usualLifeMs = 30 * minuteMs;

interface Lifetime {
  readonly createdAt: Instant;
  readonly expiresAt?: Instant;
}

/** An invoice of the sandbox in the form of a real one, in millisatoshis. Its seed determines its name. */
export function sandboxInvoice(
  seed: string,
  amountMillisatoshis: bigint,
  { createdAt, expiresAt = plusMs(createdAt, usualLifeMs) }: Lifetime,
  description: string,
): string {
  const bytes = (purpose: string): Uint8Array => createHash('sha256').update(`${purpose} ${seed}`).digest();
  return encodeInvoice({
    // `p` stands for a trillionth of a bitcoin, and a millisatoshi is ten of them.
    amount: `${amountMillisatoshis * 10n}p`,
    createdAt,
    expiresAt,
    paymentHash: bytes('payment hash'),
    paymentSecret: bytes('payment secret'),
    description,
    signature: Uint8Array.from([...bytes('signature r'), ...bytes('signature s')]),
  });
}
