import { Buffer } from 'node:buffer';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BitcoinProgram } from '../../external/identifiers/bitcoin-addresses.ts';
import { fromBase64 } from './decode.ts';
import { hash160, nestedProgram } from './key-hash.ts';
import { readWitness, sized, uint32 } from './transaction-bytes.ts';

/** Wallets of the final text put the variant before the signature; earlier ones wrote the simple one only. */
const simpleVariant = 'smp';

const sighashAll = 0x01;
const sighashDefault = 0x00;
const schnorrLength = 64;

/**
 * BIP 322, simple variant: the message is in a transaction that cannot exist, and the wallet signs another
 * one that spends its output to the address. Checked for the addresses that one key answers for: P2WPKH,
 * the same inside P2SH, and the key path of P2TR.
 */
export function checkWitness(payee: BitcoinProgram, message: Uint8Array, signature: string): boolean {
  const text = signature.startsWith(simpleVariant) ? signature.slice(simpleVariant.length) : signature;
  const bytes = fromBase64(text);
  const stack = bytes && readWitness(bytes);
  if (stack === undefined) return false;
  if (payee.kind === 'P2WPKH' || payee.kind === 'P2SH') return checkKeyHash(payee, message, stack);
  return payee.kind === 'P2TR' && checkTaproot(payee, message, stack);
}

/** BIP 143. The signature is DER with the kind of hash behind it, which must be of everything. */
function checkKeyHash(payee: BitcoinProgram, message: Uint8Array, stack: readonly Uint8Array[]): boolean {
  const [signature, key, ...others] = stack;
  if (signature === undefined || key?.length !== 33 || others.length > 0) return false;
  const keyHash = hash160(key);
  const program = payee.kind === 'P2SH' ? nestedProgram(keyHash) : keyHash;
  if (!Buffer.from(payee.program).equals(program) || signature.at(-1) !== sighashAll) return false;
  const outpoint = outpointOf(payee, message);
  const hash = twice(
    Buffer.concat([
      uint32(0),
      twice(outpoint),
      twice(uint32(0)),
      outpoint,
      sized(Buffer.concat([Buffer.from([0x76, 0xa9, 0x14]), keyHash, Buffer.from([0x88, 0xac])])),
      noAmount,
      uint32(0),
      twice(nothingOut),
      uint32(0),
      uint32(sighashAll),
    ]),
  );
  try {
    return secp256k1.verify(signature.subarray(0, -1), hash, key, { prehash: false, lowS: true, format: 'der' });
  } catch {
    return false;
  }
}

/** BIP 341: 64 bytes for the default kind of hash, or 65 with the kind named; both of everything. */
function checkTaproot(payee: BitcoinProgram, message: Uint8Array, stack: readonly Uint8Array[]): boolean {
  const [signature, ...others] = stack;
  if (signature === undefined || others.length > 0) return false;
  const kind = signature.length === schnorrLength ? sighashDefault : signature[schnorrLength];
  const isWhole = signature.length === schnorrLength || (signature.length === schnorrLength + 1 && kind === sighashAll);
  if (kind === undefined || !isWhole) return false;
  const hash = tagged(
    'TapSighash',
    Buffer.concat([
      Buffer.from([0, kind]),
      uint32(0),
      uint32(0),
      sha256(outpointOf(payee, message)),
      sha256(noAmount),
      sha256(sized(scriptOf(payee))),
      sha256(uint32(0)),
      sha256(nothingOut),
      Buffer.from([0]),
      uint32(0),
    ]),
  );
  return schnorr.verify(signature.subarray(0, schnorrLength), hash, payee.program);
}

const noAmount = new Uint8Array(8);
/** The one output of what is signed: nothing, to a script that cannot be spent (OP_RETURN). */
const nothingOut = Buffer.concat([noAmount, sized(Buffer.from([0x6a]))]);

/** The output that carries the message and is spent by what is signed. */
function outpointOf(payee: BitcoinProgram, message: Uint8Array): Uint8Array {
  const messageHash = tagged('BIP0322-signed-message', message);
  const toSpend = Buffer.concat([
    uint32(0),
    Buffer.from([1]),
    new Uint8Array(32),
    uint32(0xffffffff),
    sized(Buffer.concat([Buffer.from([0x00, 0x20]), messageHash])),
    uint32(0),
    Buffer.from([1]),
    noAmount,
    sized(scriptOf(payee)),
    uint32(0),
  ]);
  return Buffer.concat([twice(toSpend), uint32(0)]);
}

function scriptOf({ kind, program }: BitcoinProgram): Uint8Array {
  if (kind === 'P2SH') return Buffer.concat([Buffer.from([0xa9, 0x14]), program, Buffer.from([0x87])]);
  return Buffer.concat([Buffer.from([kind === 'P2TR' ? 0x51 : 0x00, program.length]), program]);
}

function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** BIP 340: a hash that no other use can share. */
function tagged(tag: string, bytes: Uint8Array): Uint8Array {
  const prefix = sha256(Buffer.from(tag));
  return sha256(Buffer.concat([prefix, prefix, bytes]));
}
