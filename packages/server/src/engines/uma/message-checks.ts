import type { PubKeyResponse } from '@uma-sdk/core';
import { epochMsOf, instantOf, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import type { CounterpartyKeys, KeyProblem } from './counterparty-keys.ts';
import { useNonce } from './nonces.ts';
import type { UmaContext } from './uma-context.ts';

/**
 * The most that the time of a message may differ from now: it covers the difference of two clocks and the time of
 * delivery.
 */
export const windowMs = 5 * minuteMs;

/** One-time values are stored and compared byte by byte on both engines, so other characters are refused. */
const nonceForm = /^[\x20-\x7e]{1,128}$/;

export type MessageFault = 'INVALID_SIGNATURE' | 'INVALID_TIMESTAMP' | 'INVALID_NONCE';

export interface SignedMessage {
  /** The domain of the signer. */
  readonly domain: string;
  /** The UMA address that the message concerns. */
  readonly regarding: string;
  readonly nonce: string;
  readonly timestampSeconds: number;
  /**
   * Checks the signature with the SDK, without its check of one-time values: `checkMessage` uses a value up only after
   * the signature is verified.
   */
  readonly isSignedBy: (keys: PubKeyResponse) => Promise<boolean>;
}

/** Makes the SDK check only the signature. */
export const acceptAnyNonce = { checkAndSaveNonce: async (): Promise<boolean> => true };

/**
 * Checks, in this order, the time of a message, the form of its one-time value, its signature and whether the value is
 * new, and uses the value up. If the cached keys do not match the signature, it fetches the keys again. Returns the
 * keys, or the first fault.
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
  const isFresh = await useNonce(context, { domain, nonce, expiresAt: instantOf(sentMs + windowMs) });
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
    // A signature that cannot be parsed is invalid.
    return false;
  }
}
