import type { SignedRequestChallenge } from '@payments-platform/types';
import type { PublicKey } from '../../engines/wallet-crypto/p256.ts';
import { readStamp, type Stamp, stampHolds } from '../../engines/wallet-crypto/stamp.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse, type WalletHeaders } from '../../operation/operation.ts';
import {
  findPendingRequest,
  type PendingRequest,
  type RequestToSign,
  storePendingRequest,
  usePendingRequest,
} from './pending-request.ts';

export type SignatureCode =
  | 'WALLET_SIGNATURE_MISSING'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'REQUEST_ID_MISSING'
  | 'REQUEST_NOT_FOUND';

/** The context of an operation that requires a signature. */
export interface SignatureContext extends WorkContext {
  readonly walletHeaders: WalletHeaders;
}

export interface Requirement {
  readonly asked: RequestToSign;
  /** Returns the text to sign. It is called only for a first request. */
  readonly payload: () => string | Promise<string>;
  /** What the room needs again when the signature arrives. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Whether the owner of this key may sign now. */
  readonly isSigner: (key: PublicKey, waiting: PendingRequest) => boolean | Promise<boolean>;
}

const longestSignature = 4096;

const invalid = (reason: string): Refusal<'WALLET_SIGNATURE_INVALID'> => refuse('WALLET_SIGNATURE_INVALID', reason);
const over = invalid(
  'The Request-Id was used already or has expired. Send the request without a signature to get a new one.',
);

const unverified = invalid(
  'The signature does not verify with a key that may sign this. Sign the exact bytes of payloadToSign with the key of an active session.',
);
const missing = refuse(
  'WALLET_SIGNATURE_MISSING',
  'The request is not signed. Send the signature of payloadToSign in the header Service-Wallet-Signature.',
);

/**
 * Returns `'UNSIGNED'` for a first request, else the signed request, which `useSignature` still has to mark as used.
 */
export async function checkSignature(
  context: SignatureContext,
  { asked, isSigner }: Pick<Requirement, 'asked' | 'isSigner'>,
): Promise<'UNSIGNED' | PendingRequest | Refusal<SignatureCode>> {
  const { signature, requestId } = context.walletHeaders;
  if (signature === undefined) {
    if (requestId === undefined) return 'UNSIGNED';
    return missing;
  }
  const stamp = readSignature(context, signature);
  if (isRefusal(stamp)) return stamp;
  if (requestId === undefined)
    return refuse(
      'REQUEST_ID_MISSING',
      'The header Request-Id is missing. Send the requestId of the first response in it.',
    );
  const waiting = await findPendingRequest(context, asked, requestId);
  if (isRefusal(waiting)) return waiting;
  if (waiting.isOver) return over;
  if (stamp.key === undefined) return waiting;
  if (!stampHolds(stamp, waiting.payload) || !(await isSigner(stamp.key, waiting))) return unverified;
  return waiting;
}

function readSignature(
  { deps }: SignatureContext,
  signature: string,
): Stamp | { readonly key: undefined } | Refusal<'WALLET_SIGNATURE_MALFORMED'> {
  if (deps.rules.isStandingStamp(signature)) return { key: undefined };
  const stamp = signature.length > longestSignature ? undefined : readStamp(signature);
  if (stamp !== undefined) return stamp;
  const reason =
    'Service-Wallet-Signature is not the Base64url of {"publicKey", "scheme", "signature"}, or a value has the wrong form. See the description of the header.';
  return refuse('WALLET_SIGNATURE_MALFORMED', reason);
}

/** The codes for a signature without a Request-Id, over a text that its resource stores. */
export type StampCode = Extract<SignatureCode, `WALLET_SIGNATURE_${string}`>;

/** The refusal if the header carries no signature of this text by a permitted key, else `undefined`. */
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
  if (!(await isSigner(stamp.key))) return unverified;
  if (stampHolds(stamp, payload)) return undefined;
  const reason = 'The signature is not over this payloadToSign. Sign its UTF-8 bytes exactly as they were returned.';
  return refuse('WALLET_SIGNATURE_BODY_MISMATCH', reason);
}

/** Returns what the caller has to sign, and stores only the pending request. */
export async function requestSignature(
  context: WorkContext,
  { asked, payload, facts = {} }: Omit<Requirement, 'isSigner'>,
): Promise<SignedRequestChallenge> {
  const payloadToSign = await payload();
  return { payloadToSign, ...storePendingRequest(context, asked, { payload: payloadToSign, facts }) };
}

/** Marks the signature as used in the unit of its effect. Of concurrent calls, one succeeds. */
export async function useSignature(
  context: WorkContext,
  signed: PendingRequest,
): Promise<Refusal<'WALLET_SIGNATURE_INVALID'> | undefined> {
  return (await usePendingRequest(context, signed)) ? undefined : over;
}

/**
 * The complete check, for operations that call nothing outside: a first request returns what to sign, and the signed
 * one continues once. Call it after every other check, and apply the effect in the same unit.
 */
export async function requireSignature(
  context: SignatureContext,
  demand: Requirement,
): Promise<{ readonly challenge: SignedRequestChallenge } | PendingRequest | Refusal<SignatureCode>> {
  const checked = await checkSignature(context, demand);
  if (checked === 'UNSIGNED') return { challenge: await requestSignature(context, demand) };
  if (isRefusal(checked)) return checked;
  return (await useSignature(context, checked)) ?? checked;
}
