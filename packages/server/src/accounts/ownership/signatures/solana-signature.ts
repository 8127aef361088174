import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { fromBase58 } from './decode.ts';
import type { SignatureCheck } from './signature-check.ts';

const signatureLength = 64;
const pointLength = 32;

/** Whether the address is a public key that somebody can have the private key of; programs have addresses too. */
export function isSolanaKey(address: string): boolean {
  return isSoundPoint(base58.decode(address));
}

/**
 * Ed25519 over the bytes of the message (RFC 8032, strictly: each number in its one spelling). Key and nonce
 * must lie in the group of prime order. Outside of it there are keys under which one signature is good for
 * many messages, and signatures on which implementations disagree.
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
