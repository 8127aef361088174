import { Buffer } from 'node:buffer';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** What Bitcoin addresses hold of a key. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** The script of a SegWit key, which addresses from before SegWit hold the hash of: version 0 and the key's hash. */
export function nestedProgram(keyHash: Uint8Array): Uint8Array {
  return hash160(Buffer.concat([Buffer.from([0x00, keyHash.length]), keyHash]));
}
