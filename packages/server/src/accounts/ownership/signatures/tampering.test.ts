import { Buffer } from 'node:buffer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58, base64, hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { type TestWallet, type WalletMaker, walletMakers } from '../../../../test/wallets.ts';
import { signingNetwork } from './networks.ts';

const message = [
  'uma.example.com asks you to prove that this wallet is yours.',
  '',
  'Address: 7STwc5EpDG9Uem8idRMBvGH5FNufFAUNqRCL4rsMuKzg',
  'Network: SOLANA',
  'Account: ExternalAccount:0198c0de-7a14-7b40-8d3e-000000000028',
  'Nonce: 5b2f8c1d9e7a40363f0d2b6c8a915e47',
  'Issued: 2025-01-01T03:50:00.000Z',
  'Expires: 2025-01-01T04:05:00.000Z',
].join('\n');

function isProof(
  { network, address, signatureScheme }: TestWallet,
  signature: string,
  scheme = signatureScheme,
): boolean {
  const signing = signingNetwork(network);
  if (signing === undefined) throw new Error(`${network} has no way of signing`);
  return signing.check({ address, message: Buffer.from(message), signature, scheme: scheme ?? 'bip137' });
}

/** How the signature is encoded, and the positions of its numbers. */
interface Form {
  readonly read: (text: string) => Uint8Array;
  readonly write: (bytes: Uint8Array) => string;
  /** Replaces s by the other solution of the same equation. */
  readonly flipS: (bytes: Uint8Array) => Uint8Array;
  /** The position of the byte that selects the key; `undefined` if the address contains the key. */
  readonly recoveryAt?: number;
}

const order = secp256k1.Point.Fn.ORDER;
const number = (bytes: Uint8Array): bigint => BigInt(`0x${hex.encode(bytes)}`);
const bytes32 = (value: bigint): Uint8Array => hex.decode(value.toString(16).padStart(64, '0'));

function flipAt(start: number, recoveryAt?: number): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    const flipped = Uint8Array.from(bytes);
    flipped.set(bytes32(order - number(bytes.subarray(start, start + 32))), start);
    if (recoveryAt !== undefined) flipped[recoveryAt] = swapParity(bytes[recoveryAt] ?? 0);
    return flipped;
  };
}

/** 27 and 28, 31 and 32, 39 and 40: the two keys that differ in the sign of y. */
function swapParity(recovery: number): number {
  return recovery % 2 === 1 ? recovery + 1 : recovery - 1;
}

const fromHex = (text: string): Uint8Array => hex.decode(text.replace('0x', ''));
const recoverable: Form = { read: fromHex, write: hex.encode, flipS: flipAt(32, 64), recoveryAt: 64 };
const bitcoin: Form = { read: base64.decode, write: base64.encode, flipS: flipAt(33, 0), recoveryAt: 0 };
const compact: Form = { read: fromHex, write: hex.encode, flipS: flipAt(32) };
const der: Form = {
  read: fromHex,
  write: hex.encode,
  flipS: (bytes) => {
    const { r, s } = secp256k1.Signature.fromBytes(bytes, 'der');
    return new secp256k1.Signature(r, order - s).toBytes('der');
  },
};
const eddsa: Form = {
  read: base58.decode,
  write: base58.encode,
  flipS: (bytes) => {
    const s = number(Uint8Array.from(bytes.subarray(32)).reverse()) + ed25519.Point.Fn.ORDER;
    return Uint8Array.from([...bytes.subarray(0, 32), ...bytes32(s).reverse()]);
  },
};

function formOf(name: string): Form {
  if (name === 'SOLANA') return eddsa;
  if (name.startsWith('BITCOIN')) return bitcoin;
  if (name === 'SPARK DER') return der;
  return name === 'SPARK compact' ? compact : recoverable;
}

type Tamper = (wallet: TestWallet, form: Form, maker: WalletMaker) => string | undefined;

const onBytes =
  (change: (bytes: Uint8Array, form: Form) => Uint8Array): Tamper =>
  (wallet, form) =>
    form.write(change(form.read(wallet.sign(message)), form));

const signing =
  (text: string): Tamper =>
  (wallet) =>
    wallet.sign(text);

/** All ways in which a signature can be almost valid. */
const tampers: Readonly<Record<string, Tamper>> = {
  'another key': (_wallet, _form, maker) => maker(2).sign(message),
  'another network': signing(message.replace('SOLANA', 'BASE')),
  'another account': signing(message.replace('0028', '0029')),
  'another wallet': signing(message.replace('MuKzg', 'MuKzh')),
  'the address in another case': signing(message.replace('7STw', '7stW')),
  'another nonce': signing(message.replace('5e47', '5e48')),
  'a later expiry': signing(message.replace('04:05', '05:05')),
  'another platform': signing(message.replace('uma.example', 'uma.example2')),
  'a line break at the end': signing(`${message}\n`),
  'line breaks of another kind': signing(message.replaceAll('\n', '\r\n')),
  'nothing at all': signing(''),
  'the other s': onBytes((bytes, form) => form.flipS(bytes)),
  'the other recovery bit': (wallet, form) => {
    const { recoveryAt } = form;
    if (recoveryAt === undefined) return undefined;
    const bytes = Uint8Array.from(form.read(wallet.sign(message)));
    bytes[recoveryAt] = swapParity(bytes[recoveryAt] ?? 0);
    return form.write(bytes);
  },
  'a recovery bit that does not exist': (wallet, form) => {
    const { recoveryAt } = form;
    if (recoveryAt === undefined) return undefined;
    const bytes = Uint8Array.from(form.read(wallet.sign(message)));
    bytes[recoveryAt] = 255;
    return form.write(bytes);
  },
  'one bit changed': onBytes((bytes) => Uint8Array.from(bytes, (byte, index) => (index === 10 ? byte ^ 1 : byte))),
  'the last byte missing': onBytes((bytes) => bytes.subarray(0, -1)),
  'the first byte missing': onBytes((bytes) => bytes.subarray(1)),
  'a byte more': onBytes((bytes) => Uint8Array.from([...bytes, 0])),
  'a byte before': onBytes((bytes) => Uint8Array.from([0, ...bytes])),
  'twice itself': onBytes((bytes) => Uint8Array.from([...bytes, ...bytes])),
  'zeros only': onBytes((bytes) => new Uint8Array(bytes.length)),
  'ones only': onBytes((bytes) => new Uint8Array(bytes.length).fill(0xff)),
  'a space before': (wallet) => ` ${wallet.sign(message)}`,
  'a line break behind': (wallet) => `${wallet.sign(message)}\n`,
  'another way of writing bytes': (wallet, form) => {
    const bytes = form.read(wallet.sign(message));
    return form.write === hex.encode ? base64.encode(bytes) : hex.encode(bytes);
  },
  'words instead of bytes': () => 'please',
};

const evmNetworks = ['ETHEREUM', 'BASE', 'POLYGON', 'PLASMA'];
const makers = Object.entries(walletMakers) as [string, WalletMaker][];

describe.each(makers)('a wallet of %s', (name, maker) => {
  const wallet = maker(1);
  const form = formOf(name);

  it('is verified by its signature of the message', () => {
    expect(isProof(wallet, wallet.sign(message))).toBe(true);
    expect(isProof(wallet, form.write(form.read(wallet.sign(message))))).toBe(true);
  });

  const signatures = Object.entries(tampers)
    .map(([how, tamper]) => [how, tamper(wallet, form, maker)] as const)
    .filter((row): row is readonly [string, string] => row[1] !== undefined);

  it.each(signatures)('is not verified with %s', (_how, signature) => {
    expect(isProof(wallet, signature)).toBe(false);
  });

  it('does not verify a wallet of another key', () => {
    expect(isProof(maker(2), wallet.sign(message))).toBe(false);
  });

  const ofOthers = makers.filter(([other]) => other.split(' ')[0] !== name.split(' ')[0]);
  // EVM networks have the same addresses and signatures; only the message distinguishes them.
  const isTwin = ([, other]: (typeof makers)[number]): boolean => other(1).address === wallet.address;

  it.each(ofOthers.filter((row) => !isTwin(row)))(
    'is not verified by the signature of its key as one of %s',
    (_other, otherMaker) => {
      expect(isProof(wallet, otherMaker(1).sign(message))).toBe(false);
    },
  );

  it.each(ofOthers.filter(isTwin))(
    'has the same signature of a message as the wallet of the same address on %s',
    (other, otherMaker) => {
      expect([name, other].every((network) => evmNetworks.includes(network))).toBe(true);
      expect(otherMaker(1).sign(message)).toBe(wallet.sign(message));
    },
  );
});

describe('a wallet of Bitcoin', () => {
  it('is verified in the named scheme only', () => {
    const segwit = walletMakers['BITCOIN P2WPKH bip137'](1);
    const electrum = walletMakers['BITCOIN P2WPKH electrum'](1);
    expect(segwit.address).toBe(electrum.address);
    expect(isProof(segwit, segwit.sign(message), 'electrum')).toBe(false);
    expect(isProof(segwit, electrum.sign(message), 'bip137')).toBe(false);
    expect(isProof(electrum, electrum.sign(message), 'electrum')).toBe(true);
  });
});

describe('an EVM signature', () => {
  it.each([
    ['27 and 28', (recovery: number) => recovery],
    ['0 and 1', (recovery: number) => recovery - 27],
  ])('is valid with its recovery bit as %s', (_name, written) => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const wallet = walletMakers.ETHEREUM(seed);
      const bytes = Uint8Array.from(recoverable.read(wallet.sign(message)));
      bytes[64] = written(bytes[64] ?? 0);
      expect(isProof(wallet, hex.encode(bytes))).toBe(true);
      expect(isProof(wallet, `0x${hex.encode(bytes).toUpperCase()}`)).toBe(true);
    }
  });
});
