import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { fromBase58 } from './decode.ts';
import type { SignatureCheck } from './signature-check.ts';

const signatureLength = 64;
const pointLength = 32;

/** Whether the address is a public key that can have a private key. Programs have addresses too. */
export function isSolanaKey(address: string): boolean {
  return isSoundPoint(base58.decode(address));
}

/**
 * Ed25519 over the bytes of the message (strict RFC 8032: canonical encodings only). Key and nonce must lie in the
 * group of prime order. Outside of it, some keys have one signature that is valid for many messages, and
 * implementations disagree about some signatures.
 */
export const solanaSignature: SignatureCheck = ({ address, message, signature }) => {
  const bytes = fromBase58(signature);
  const key = base58.decode(address);
  if (bytes?.length !== signatureLength) return false;
  return (
    isSoundPoint(key) &&
    isSoundPoint(bytes.subarray(0, pointLength)) &&
    ed25519.verify(bytes, message, key, { zip215: false })
  );
};

function isSoundPoint(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes, false);
    return !point.isSmallOrder() && point.isTorsionFree();
  } catch {
    return false;
  }
}
