import { Buffer } from 'node:buffer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

/** A wallet with its keys. */
export interface TestWallet {
  readonly accountType: string;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly signatureScheme?: 'bip137' | 'electrum';
  sign(message: string): string;
}

export type WalletMaker = (seed: number) => TestWallet;

const base58check = createBase58check(sha256);
const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);

/** The last 20 bytes of the hash of the key. */
function keccakOf(secret: Uint8Array): Uint8Array {
  return keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).slice(-20);
}

/** r, s and, if requested, the recovery bit before them. */
function signRecoverable(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  return secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
}

function signPersonal(preamble: string, message: string, secret: Uint8Array): string {
  const bytes = Buffer.from(message);
  const hash = keccak_256(Buffer.concat([Buffer.from(`${preamble}${bytes.length}`), bytes]));
  const [recovery = 0, ...rs] = signRecoverable(hash, secret);
  return `0x${Buffer.from([...rs, 27 + recovery]).toString('hex')}`;
}

const evm =
  (accountType: string, currency: string): WalletMaker =>
  (seed) => ({
    accountType,
    currency,
    network: accountType.replace('_WALLET', ''),
    address: `0x${Buffer.from(keccakOf(secretOf(seed))).toString('hex')}`,
    sign: (message) => signPersonal('\x19Ethereum Signed Message:\n', message, secretOf(seed)),
  });

const tron: WalletMaker = (seed) => ({
  accountType: 'TRON_WALLET',
  currency: 'USDT',
  network: 'TRON',
  address: base58check.encode(Uint8Array.from([0x41, ...keccakOf(secretOf(seed))])),
  sign: (message) => signPersonal('\x19TRON Signed Message:\n', message, secretOf(seed)),
});

const solana: WalletMaker = (seed) => ({
  accountType: 'SOLANA_WALLET',
  currency: 'USDC',
  network: 'SOLANA',
  address: base58.encode(ed25519.getPublicKey(secretOf(seed))),
  sign: (message) => base58.encode(ed25519.sign(Buffer.from(message), secretOf(seed))),
});

const spark =
  (format: 'compact' | 'der'): WalletMaker =>
  (seed) => ({
    accountType: 'SPARK_WALLET',
    currency: 'BTC',
    network: 'SPARK',
    address: bech32m.encode(
      'spark',
      bech32m.toWords(Uint8Array.from([0x0a, 33, ...secp256k1.getPublicKey(secretOf(seed))])),
      false,
    ),
    sign: (message) =>
      Buffer.from(secp256k1.sign(sha256(Buffer.from(message)), secretOf(seed), { prehash: false, format })).toString(
        'hex',
      ),
  });

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

function bitcoinAddress(kind: 'P2PKH' | 'P2SH' | 'P2WPKH', secret: Uint8Array): string {
  const keyHash = hash160(secp256k1.getPublicKey(secret));
  if (kind === 'P2PKH') return base58check.encode(Uint8Array.from([0x00, ...keyHash]));
  if (kind === 'P2WPKH') return bech32.encode('bc', [0, ...bech32.toWords(keyHash)]);
  return base58check.encode(Uint8Array.from([0x05, ...hash160(Uint8Array.from([0x00, 20, ...keyHash]))]));
}

function signBitcoin(message: string, header: number, secret: Uint8Array): string {
  const bytes = Buffer.from(message);
  const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8];
  const words = Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from(length), bytes]);
  const [recovery = 0, ...rs] = signRecoverable(sha256(sha256(words)), secret);
  return Buffer.from([header + recovery, ...rs]).toString('base64');
}

const bitcoin =
  (kind: 'P2PKH' | 'P2SH' | 'P2WPKH', signatureScheme: 'bip137' | 'electrum', header: number): WalletMaker =>
  (seed) => ({
    accountType: 'BITCOIN_WALLET',
    currency: 'BTC',
    network: 'BITCOIN',
    address: bitcoinAddress(kind, secretOf(seed)),
    signatureScheme,
    sign: (message) => signBitcoin(message, header, secretOf(seed)),
  });

/** Every kind of wallet that signs a shown message: one key, one signature. */
export const walletMakers = {
  ETHEREUM: evm('ETHEREUM_WALLET', 'USDC'),
  BASE: evm('BASE_WALLET', 'USDC'),
  POLYGON: evm('POLYGON_WALLET', 'USDC'),
  PLASMA: evm('PLASMA_WALLET', 'USDT'),
  TRON: tron,
  SOLANA: solana,
  'SPARK compact': spark('compact'),
  'SPARK DER': spark('der'),
  'BITCOIN P2PKH bip137': bitcoin('P2PKH', 'bip137', 31),
  'BITCOIN P2SH bip137': bitcoin('P2SH', 'bip137', 35),
  'BITCOIN P2WPKH bip137': bitcoin('P2WPKH', 'bip137', 39),
  'BITCOIN P2PKH electrum': bitcoin('P2PKH', 'electrum', 31),
  'BITCOIN P2WPKH electrum': bitcoin('P2WPKH', 'electrum', 31),
} as const satisfies Readonly<Record<string, WalletMaker>>;
