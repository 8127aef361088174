import { Buffer } from 'node:buffer';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex } from './decode.ts';
import { recoverKey } from './recover-key.ts';
import type { SignatureCheck } from './signature-check.ts';

const signatureLength = 65;
const addressLength = 20;

/** Wallets write the recovery bit as it is or, like the first Bitcoin client, plus 27. */
const recoveryBits: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/** The last 20 bytes of the key's hash: an EVM address, or a Tron address without its version. */
export function signerOf(signature: string, preamble: string, message: Uint8Array): Uint8Array | undefined {
  const bytes = fromHex(signature);
  if (bytes?.length !== signatureLength) return undefined;
  const recovery = recoveryBits.get(bytes[signatureLength - 1] ?? -1);
  if (recovery === undefined) return undefined;
  const head = Buffer.from(`${preamble}${message.length}`);
  const hash = keccak_256(Buffer.concat([head, message]));
  const key = recoverKey(bytes.subarray(0, signatureLength - 1), recovery, hash);
  return key && keccak_256(key.toBytes(false).subarray(1)).slice(-addressLength);
}

/** EIP-191 version 0x45, which wallets call `personal_sign`. Contracts sign differently (EIP-1271) and are refused. */
export const evmSignature: SignatureCheck = ({ address, message, signature }) => {
  const signer = signerOf(signature, '\x19Ethereum Signed Message:\n', message);
  return signer !== undefined && Buffer.from(address.slice(2), 'hex').equals(signer);
};
