import { Buffer } from 'node:buffer';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { signerOf } from './evm-signature.ts';
import type { SignatureCheck } from './signature-check.ts';

const base58check = createBase58check(sha256);

/** The second version of Tron's signed message: EIP-191 with Tron's own prefix. */
export const tronSignature: SignatureCheck = ({ address, message, signature }) => {
  const signer = signerOf(signature, '\x19TRON Signed Message:\n', message);
  const payee = payeeOf(address);
  return signer !== undefined && payee !== undefined && Buffer.from(payee).equals(signer);
};

/** The sandbox accepts addresses with a wrong checksum, but no key can sign for one. */
function payeeOf(address: string): Uint8Array | undefined {
  try {
    return base58check.decode(address).subarray(1);
  } catch {
    return undefined;
  }
}
