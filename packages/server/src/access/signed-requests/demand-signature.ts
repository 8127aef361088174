import type { SignedRequestChallenge } from '@payments-platform/types';
import type { PublicKey } from '../../engines/wallet-crypto/p256.ts';
import { readStamp, type Stamp, stampHolds } from '../../engines/wallet-crypto/stamp.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse, type WalletHeaders } from '../../operation/operation.ts';
import { type Asked, findWaiting, keepWaiting, useUp, type Waiting } from './waiting-request.ts';

export type SignatureCode =
  | 'WALLET_SIGNATURE_MISSING'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_NOT_FOUND';

/** What is known of a request when its signature is demanded. */
export interface SignatureContext extends WorkContext {
  readonly walletHeaders: WalletHeaders;
}

export interface Demand {
  readonly asked: Asked;
  /** The text to sign; only asked for when there is none yet. */
  readonly payload: () => string | Promise<string>;
  /** What the room wants to know again when the signature comes. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Whether the owner of this key may sign, now. */
  readonly isSigner: (key: PublicKey, waiting: Waiting) => boolean | Promise<boolean>;
}

/** The customer has signed, once, for exactly this. */
export interface Signed {
  readonly payload: string;
  readonly facts: Readonly<Record<string, string>>;
  /** `undefined` for the text that everybody may send in the sandbox. */
  readonly key: PublicKey | undefined;
}

const longestSignature = 4096;

const invalid = (reason: string): Refusal<'WALLET_SIGNATURE_INVALID'> => refuse('WALLET_SIGNATURE_INVALID', reason);
const over = invalid(
  'The Request-Id was used already or has expired. Send the request without a signature to get a new one.',
);

const unheld = invalid(
  'The signature does not verify with a key that may sign this. Sign payloadToSign to the byte, with the key of an active session.',
);
const missing = refuse(
  'WALLET_SIGNATURE_MISSING',
  'Send the signature over payloadToSign in Service-Wallet-Signature.',
);

/** `'UNSIGNED'` for a first request; else what was signed, which `useSignature` still has to use up. */
export async function checkSignature(
  context: SignatureContext,
  { asked, isSigner }: Pick<Demand, 'asked' | 'isSigner'>,
): Promise<'UNSIGNED' | (Signed & Waiting) | Refusal<SignatureCode>> {
  const { signature, requestId } = context.walletHeaders;
  if (signature === undefined) {
    if (requestId === undefined) return 'UNSIGNED';
    return missing;
  }
  const stamp = readSignature(context, signature);
  if (isRefusal(stamp)) return stamp;
  if (requestId === undefined)
    return refuse('REQUEST_ID_MISSING', 'Send the requestId of the first answer in the header Request-Id.');
  const waiting = await findWaiting(context, asked, requestId);
  if (isRefusal(waiting)) return waiting;
  if (waiting.isOver) return over;
  if (stamp.key === undefined) return { ...waiting, key: undefined };
  if (!stampHolds(stamp, waiting.payload) || !(await isSigner(stamp.key, waiting))) return unheld;
  return { ...waiting, key: stamp.key };
}

function readSignature(
  { deps }: SignatureContext,
  signature: string,
): Stamp | { readonly key: undefined } | Refusal<'WALLET_SIGNATURE_MALFORMED'> {
  if (deps.rules.isStandingStamp(signature)) return { key: undefined };
  const stamp = signature.length > longestSignature ? undefined : readStamp(signature);
  if (stamp !== undefined) return stamp;
  const reason =
    'Service-Wallet-Signature is not the Base64url text of {"publicKey", "scheme", "signature"} in their forms. See the description of the header.';
  return refuse('WALLET_SIGNATURE_MALFORMED', reason);
}

/** The codes of a signature that comes without an id, over a text that its resource keeps. */
export type StampCode = Extract<SignatureCode, `WALLET_SIGNATURE_${string}`>;

/** Why the header does not carry the signature of somebody who may sign this text; `undefined` where it does. */
export async function checkStamp(
  context: SignatureContext,
  payload: string,
  isSigner: (key: PublicKey) => boolean | Promise<boolean>,
): Promise<Refusal<StampCode> | undefined> {
  const { signature } = context.walletHeaders;
  if (signature === undefined) return missing;
  const stamp = readSignature(context, signature);
  if (isRefusal(stamp)) return stamp;
  if (stamp.key === undefined) return undefined;
  if (!(await isSigner(stamp.key))) return unheld;
  if (stampHolds(stamp, payload)) return undefined;
  const reason = 'The signature is not over this payloadToSign. Sign its UTF-8 bytes exactly as they were returned.';
  return refuse('WALLET_SIGNATURE_BODY_MISMATCH', reason);
}

/** What has to be signed before the request is done; nothing else is written. */
export async function askForSignature(
  context: WorkContext,
  { asked, payload, facts = {} }: Omit<Demand, 'isSigner'>,
): Promise<SignedRequestChallenge> {
  const payloadToSign = await payload();
  return { payloadToSign, ...keepWaiting(context, asked, { payload: payloadToSign, facts }) };
}

/** Uses the signature up in the unit of the effect. Of many at once one gets through. */
export async function useSignature(
  context: WorkContext,
  signed: Waiting,
): Promise<Refusal<'WALLET_SIGNATURE_INVALID'> | undefined> {
  return (await useUp(context, signed)) ? undefined : over;
}

/**
 * The whole of it, for what waits for nothing outside: a first request is answered with what is to be signed, and one
 * that is signed goes on, once. Call it after every other check, and have the effect in the same unit.
 */
export async function demandSignature(
  context: SignatureContext,
  demand: Demand,
): Promise<{ readonly challenge: SignedRequestChallenge } | Signed | Refusal<SignatureCode>> {
  const checked = await checkSignature(context, demand);
  if (checked === 'UNSIGNED') return { challenge: await askForSignature(context, demand) };
  if (isRefusal(checked)) return checked;
  return (await useSignature(context, checked)) ?? checked;
}
