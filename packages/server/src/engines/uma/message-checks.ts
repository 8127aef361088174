import type { PubKeyResponse } from '@uma-sdk/core';
import { epochMsOf, instantOf, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import type { CounterpartyKeys, KeyProblem } from './counterparty-keys.ts';
import { takeNonce } from './nonces.ts';
import type { UmaContext } from './uma-context.ts';

/** How far the clocks of two providers may be apart, and how long a message may be on its way. */
export const windowMs = 5 * minuteMs;

/** One-time values are kept, and compared byte by byte on either engine: what cannot be is none. */
const nonceForm = /^[\x20-\x7e]{1,128}$/;

export type MessageFault = 'INVALID_SIGNATURE' | 'INVALID_TIMESTAMP' | 'INVALID_NONCE';

export interface SignedMessage {
  /** Who has signed it. */
  readonly domain: string;
  /** The address that it is about. */
  readonly regarding: string;
  readonly nonce: string;
  readonly timestampSeconds: number;
  /** Asks the SDK, to which every one-time value is fresh: it is used up here, and by nobody who cannot sign. */
  readonly isSignedBy: (keys: PubKeyResponse) => Promise<boolean>;
}

/** Lets the SDK check the signature alone. */
export const anyNonce = { checkAndSaveNonce: async (): Promise<boolean> => true };

/**
 * What is wrong with a message: its time first and the form of its one-time value, then its signature, by keys that are
 * fetched anew where the ones that are kept do not fit, and at last that value, which is used up by it.
 */
export async function checkMessage(
  counterparties: CounterpartyKeys,
  message: SignedMessage,
  context: UmaContext,
): Promise<MessageFault | KeyProblem | PubKeyResponse> {
  const now = context.deps.clocks.system.now();
  const sentMs = message.timestampSeconds * secondMs;
  if (!Number.isSafeInteger(sentMs) || Math.abs(epochMsOf(now) - sentMs) > windowMs) return 'INVALID_TIMESTAMP';
  const { domain, nonce } = message;
  if (!nonceForm.test(nonce)) return 'INVALID_NONCE';
  const keys = await signerOf(counterparties, message, context);
  if (typeof keys === 'string') return keys;
  const isFresh = await takeNonce(context, { domain, nonce, expiresAt: instantOf(sentMs + windowMs) });
  return isFresh ? keys : 'INVALID_NONCE';
}

async function signerOf(
  counterparties: CounterpartyKeys,
  message: SignedMessage,
  context: UmaContext,
): Promise<PubKeyResponse | KeyProblem | 'INVALID_SIGNATURE'> {
  const kept = counterparties.recall(message.domain, context.deps.clocks.system.now());
  if (kept !== undefined && (await isSigned(message, kept))) return kept;
  const fetched = await counterparties.fetch(message.domain, message.regarding, context);
  if (typeof fetched === 'string') return fetched;
  return (await isSigned(message, fetched)) ? fetched : 'INVALID_SIGNATURE';
}

async function isSigned({ isSignedBy }: SignedMessage, keys: PubKeyResponse): Promise<boolean> {
  try {
    return await isSignedBy(keys);
  } catch {
    // What cannot even be read as a signature is none.
    return false;
  }
}
