import { Buffer } from 'node:buffer';
import { OutScript } from '@scure/btc-signer/payment.js';
import { VarBytes } from '@scure/btc-signer/script.js';
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js';
import { type BitcoinProgram, readBitcoinAddress } from '../../external/identifiers/bitcoin-addresses.ts';
import { checkWitness } from './bip322.ts';
import { fromBase64 } from './decode.ts';
import { type RecoveredKey, recoverKey } from './recover-key.ts';
import type { SignatureCheck } from './signature-check.ts';

const signatureLength = 65;

/** The first byte: its offset says which of four keys signed, and its base says what the key is for. */
const headers = { uncompressed: 27, compressed: 31, nested: 35, segwit: 39, end: 43 } as const;

type KeyUse = Exclude<keyof typeof headers, 'end'>;

function useOf(header: number): KeyUse | undefined {
  const uses = ['segwit', 'nested', 'compressed', 'uncompressed'] as const;
  return header < headers.end ? uses.find((use) => header >= headers[use]) : undefined;
}

/**
 * BIP 137 ties the header to the kind of address. Electrum has no headers for SegWit, so a compressed key fits any
 * kind.
 */
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

/** Double SHA-256 over the prefix of the first client and the message, each preceded by its length. */
function messageHash(message: Uint8Array): Uint8Array {
  return sha256x2(VarBytes.encode(Buffer.from('Bitcoin Signed Message:\n')), VarBytes.encode(message));
}

/** The part of the key that an address of the kind contains; for P2SH, the hash of the script of its SegWit address. */
function programOf(kind: BitcoinProgram['kind'], key: RecoveredKey, use: KeyUse): Uint8Array {
  const keyHash = hash160(key.toBytes(use !== 'uncompressed'));
  return kind === 'P2SH' ? hash160(OutScript.encode({ type: 'wpkh', hash: keyHash })) : keyHash;
}
