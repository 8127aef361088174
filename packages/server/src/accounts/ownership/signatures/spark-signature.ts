import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { sparkIdentityKey } from '../../external/identifiers/wallet-addresses.ts';
import { fromHex } from './decode.ts';
import type { SignatureCheck } from './signature-check.ts';

const compactLength = 64;

/**
 * ECDSA of the identity key over the SHA-256 of the message, as Spark wallets sign it: in DER, or as r and s. The
 * address contains the key, so the key need not be recovered.
 */
export const sparkSignature: SignatureCheck = ({ address, message, signature }) => {
  const bytes = fromHex(signature);
  const key = sparkIdentityKey(address);
  if (bytes === undefined || key === undefined) return false;
  const format = bytes.length === compactLength ? 'compact' : 'der';
  try {
    return secp256k1.verify(bytes, sha256(message), key, { prehash: false, lowS: true, format });
  } catch {
    return false;
  }
};
