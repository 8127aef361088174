import { Buffer } from 'node:buffer';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { signerOf } from './evm-signature.ts';
import type { SignatureCheck } from './signature-check.ts';

const base58check = createBase58check(sha256);

/** The second version of Tron's signed message: EIP-191 with Tron's own words before it. */
export const tronSignature: SignatureCheck = ({ address, message, signature }) => {
  const signer = signerOf(signature, '\x19TRON Signed Message:\n', message);
  return signer !== undefined && Buffer.from(base58check.decode(address).subarray(1)).equals(signer);
};
