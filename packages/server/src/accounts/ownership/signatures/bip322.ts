import { Buffer } from 'node:buffer';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, p2sh, p2wpkh, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer';
import type { BitcoinProgram } from '../../external/identifiers/bitcoin-addresses.ts';
import { fromBase64 } from './decode.ts';

/**
 * Wallets that follow the final text put the variant before the signature. Earlier wallets wrote only the simple
 * variant.
 */
const simpleVariant = 'smp';
const schnorrLength = 64;
const compressedKeyLength = 33;

/**
 * BIP 322, simple variant: the message is in a transaction that cannot exist, and the wallet signs another one that
 * spends its output to the address. Verifies addresses that one key controls: P2WPKH, P2WPKH inside P2SH, and the key
 * path of P2TR.
 */
export function checkWitness(payee: BitcoinProgram, message: Uint8Array, signature: string): boolean {
  const text = signature.startsWith(simpleVariant) ? signature.slice(simpleVariant.length) : signature;
  const bytes = fromBase64(text);
  if (bytes === undefined) return false;
  try {
    const stack = RawWitness.decode(bytes);
    if (payee.kind === 'P2WPKH' || payee.kind === 'P2SH') return checkKeyHash(payee, message, stack);
    return payee.kind === 'P2TR' && checkTaproot(payee, message, stack);
  } catch {
    return false;
  }
}

/** BIP 143. The signature is DER followed by the hash type, which must be SIGHASH_ALL. */
function checkKeyHash(payee: BitcoinProgram, message: Uint8Array, stack: readonly Uint8Array[]): boolean {
  const [signature, key, ...others] = stack;
  if (signature === undefined || key?.length !== compressedKeyLength || others.length > 0) return false;
  const ofKey = p2wpkh(key);
  const { script } = payee.kind === 'P2SH' ? p2sh(ofKey) : ofKey;
  if (!Buffer.from(scriptOf(payee)).equals(script) || signature.at(-1) !== SigHash.ALL) return false;
  const scriptCode = OutScript.encode({ type: 'pkh', hash: ofKey.hash });
  const hash = toSign(script, message).preimageWitnessV0(0, scriptCode, SigHash.ALL, 0n);
  return secp256k1.verify(signature.subarray(0, -1), hash, key, { prehash: false, lowS: true, format: 'der' });
}

/** BIP 341: 64 bytes for the default hash type, or 65 with an explicit one. Both must cover everything. */
function checkTaproot(payee: BitcoinProgram, message: Uint8Array, stack: readonly Uint8Array[]): boolean {
  const [signature, ...others] = stack;
  if (signature === undefined || others.length > 0) return false;
  const kind = signature.length === schnorrLength ? SigHash.DEFAULT : signature[schnorrLength];
  if (kind === undefined || signature.length > schnorrLength + 1) return false;
  if (signature.length > schnorrLength && kind !== SigHash.ALL) return false;
  const script = scriptOf(payee);
  const hash = toSign(script, message).preimageWitnessV1(0, [script], kind, [0n]);
  return schnorr.verify(signature.subarray(0, schnorrLength), hash, payee.program);
}

/** The transaction that is signed: it spends the output with the message to an unspendable script. */
function toSign(script: Uint8Array, message: Uint8Array): Transaction {
  const options = { version: 0, allowUnknownOutputs: true };
  const messageHash = schnorr.utils.taggedHash('BIP0322-signed-message', message);
  const toSpend = new Transaction(options);
  const finalScriptSig = Script.encode(['OP_0', messageHash]);
  // The output comes first: the library treats the input as signed and adds no outputs after it.
  toSpend.addOutput({ script, amount: 0n });
  toSpend.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig });
  const spending = new Transaction(options);
  spending.addInput({ txid: toSpend.id, index: 0, sequence: 0 });
  spending.addOutput({ script: Script.encode(['RETURN']), amount: 0n });
  return spending;
}

function scriptOf({ kind, program }: BitcoinProgram): Uint8Array {
  if (kind === 'P2SH') return OutScript.encode({ type: 'sh', hash: program });
  return Script.encode([kind === 'P2TR' ? 1 : 0, program]);
}
