import { secp256k1 } from '@noble/curves/secp256k1.js';

export type RecoveredKey = ReturnType<typeof secp256k1.Point.fromBytes>;

const compactLength = 64;

/**
 * The key that made a signature (r and s, 32 bytes each) of the hash; `undefined` if no key did. If (r, s) is a
 * signature, (r, n - s) is one too and can be computed without the key, so only the lower half of s is accepted.
 */
export function recoverKey(compact: Uint8Array, recovery: number, hash: Uint8Array): RecoveredKey | undefined {
  if (compact.length !== compactLength) return undefined;
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact');
    return signature.hasHighS() ? undefined : signature.addRecoveryBit(recovery).recoverPublicKey(hash);
  } catch {
    return undefined;
  }
}
