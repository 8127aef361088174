import { Buffer } from 'node:buffer';
import { sha256 } from '@noble/hashes/sha2.js';
import { type BitcoinProgram, readBitcoinAddress } from '../../external/identifiers/bitcoin-addresses.ts';
import { checkWitness } from './bip322.ts';
import { fromBase64 } from './decode.ts';
import { hash160, nestedProgram } from './key-hash.ts';
import { type RecoveredKey, recoverKey } from './recover-key.ts';
import type { SignatureCheck } from './signature-check.ts';
import { sized } from './transaction-bytes.ts';

const signatureLength = 65;

/** The first byte says which of four keys signed, and from where it counts, what the key is for. */
const headers = { uncompressed: 27, compressed: 31, nested: 35, segwit: 39, end: 43 } as const;

type KeyUse = Exclude<keyof typeof headers, 'end'>;

function useOf(header: number): KeyUse | undefined {
  const uses = ['segwit', 'nested', 'compressed', 'uncompressed'] as const;
  return header < headers.end ? uses.find((use) => header >= headers[use]) : undefined;
}

/** BIP 137 ties the header to the kind of address. Electrum has no headers for SegWit: a compressed key is for any. */
const usesOfKind: Readonly<Record<'bip137' | 'electrum', Readonly<Record<BitcoinProgram['kind'], readonly KeyUse[]>>>> =
  {
    bip137: {
      P2PKH: ['uncompressed', 'compressed'],
      P2SH: ['nested'],
      P2WPKH: ['segwit'],
      P2WSH: [],
      P2TR: [],
    },
    electrum: {
      P2PKH: ['uncompressed', 'compressed'],
      P2SH: ['compressed'],
      P2WPKH: ['compressed'],
      P2WSH: [],
      P2TR: [],
    },
  };

/** Whether a single key can answer for the address; a script may want several. */
export function isBitcoinKey(address: string): boolean {
  const kind = readBitcoinAddress(address)?.kind;
  return kind !== undefined && kind !== 'P2WSH';
}

export const bitcoinSignature: SignatureCheck = ({ address, message, signature, scheme }) => {
  const payee = readBitcoinAddress(address);
  if (payee === undefined) return false;
  if (scheme === 'bip322') return checkWitness(payee, message, signature);
  const bytes = fromBase64(signature);
  if (bytes?.length !== signatureLength) return false;
  const header = bytes[0] ?? 0;
  const use = useOf(header);
  if (use === undefined || !usesOfKind[scheme][payee.kind].includes(use)) return false;
  const key = recoverKey(bytes.subarray(1), header - headers[use], messageHash(message));
  return key !== undefined && Buffer.from(payee.program).equals(programOf(payee.kind, key, use));
};

/** Twice SHA-256 over the words of the first client, with lengths, and the message. */
function messageHash(message: Uint8Array): Uint8Array {
  const words = sized(Buffer.from('Bitcoin Signed Message:\n'));
  return sha256(sha256(Buffer.concat([words, sized(message)])));
}

function programOf(kind: BitcoinProgram['kind'], key: RecoveredKey, use: KeyUse): Uint8Array {
  const keyHash = hash160(key.toBytes(use !== 'uncompressed'));
  return kind === 'P2SH' ? nestedProgram(keyHash) : keyHash;
}
