import { Buffer } from 'node:buffer';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

/** A pay-to-witness-public-key-hash address of the Bitcoin test network (BIP 173): its coins have no value. */
export function bitcoinAddress(hash: Uint8Array): string {
  const witnessVersion = 0;
  return bech32.encode('tb', [witnessVersion, ...bech32.toWords(hash.subarray(0, 20))]);
}

/** A Spark address of the test network: a protobuf message with the compressed public key in field 1. */
export function sparkAddress(publicKeyX: Uint8Array): string {
  return bech32m.encode('sparkt', bech32m.toWords(sparkKey(publicKeyX)), false);
}

function sparkKey(publicKeyX: Uint8Array): Uint8Array {
  const evenY = 0x02;
  return Uint8Array.from([0x0a, 33, evenY, ...publicKeyX.subarray(0, 32)]);
}

/** The same with an amount of eight bytes in field 2. */
export function sparkInvoiceOf(publicKeyX: Uint8Array, amountMinor: bigint): string {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64BE(amountMinor);
  const message = Uint8Array.from([...sparkKey(publicKeyX), 0x12, amount.length, ...amount]);
  return bech32m.encode('sparkt', bech32m.toWords(message), false);
}

/** An address of Ethereum and the networks that share its form. Lower case means: no checksum in the case. */
export function evmAddress(hash: Uint8Array): string {
  return `0x${Buffer.from(hash.subarray(0, 20)).toString('hex')}`;
}

/** A Solana address: 32 bytes in base 58. */
export function solanaAddress(publicKey: Uint8Array): string {
  return base58.encode(publicKey.subarray(0, 32));
}

const base58check = createBase58check(sha256);
const tronVersion = 0x41;

/** A Tron address: version and 20 bytes, with the first four bytes of their double SHA-256. */
export function tronAddress(hash: Uint8Array): string {
  return base58check.encode(Uint8Array.from([tronVersion, ...hash.subarray(0, 20)]));
}
