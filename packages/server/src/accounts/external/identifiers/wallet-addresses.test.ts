import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { evm, solana, spark, tron } from './wallet-addresses.ts';

const bytes = createHash('sha256').update('a wallet').digest();

describe('an EVM address', () => {
  // The examples of EIP-55: all upper case, all lower case, and mixed.
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('is accepted as %s', (address) => {
    expect(evm.refuse(address, {})).toBeUndefined();
  });

  it.each([
    ['one letter in the wrong case', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a digit changed under mixed case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
    ['a digit too few', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['a letter that is no digit', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg'],
  ])('is refused with %s', (_reason, address) => {
    expect(evm.refuse(address, {})?.format).toBe('eip-55');
  });

  it('is the same with and without its checksum', () => {
    expect(evm.canonical('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    );
  });
});

describe('a Solana address', () => {
  it('is 32 bytes in base 58', () => {
    expect(solana.refuse('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', {})).toBeUndefined();
    expect(solana.refuse('11111111111111111111111111111111', {})).toBeUndefined();
  });

  it.each([
    ['31 bytes', base58.encode(bytes.subarray(1))],
    ['33 bytes', base58.encode(Uint8Array.from([1, ...bytes]))],
    ['a letter that base 58 leaves out', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt10'],
  ])('is refused with %s', (_reason, address) => {
    expect(solana.refuse(address, {})?.format).toBe('solana-address');
  });

  it('is case-sensitive', () => {
    expect(solana.canonical('aB')).toBe('aB');
  });
});

describe('a Tron address', () => {
  const encode = (version: number, length = 20) =>
    createBase58check(sha256).encode(Uint8Array.from([version, ...bytes.subarray(0, length)]));

  it('is a version, 20 bytes and a checksum', () => {
    expect(tron.refuse('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', {})).toBeUndefined();
    expect(tron.refuse(encode(0x41), {})).toBeUndefined();
  });

  it.each([
    ['a wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],
    ['the version of a Bitcoin address', encode(0x00)],
    ['a byte too few', encode(0x41, 19)],
  ])('is refused with %s', (_reason, address) => {
    expect(tron.refuse(address, {})?.format).toBe('tron-address');
  });
});

describe('a Spark address', () => {
  const message = (sign: number, ...more: number[]) => Uint8Array.from([0x0a, 33, sign, ...bytes, ...more]);
  const encode = (prefix: string, payload: Uint8Array) => bech32m.encode(prefix, bech32m.toWords(payload), false);

  it.each(['spark', 'sparkt', 'sparkrt', 'sparks', 'sparkl', 'sp', 'spt', 'sprt'])(
    'is accepted with the prefix %s',
    (prefix) => {
      expect(spark.refuse(encode(prefix, message(2)), {})).toBeUndefined();
      expect(spark.refuse(encode(prefix, message(3)), {})).toBeUndefined();
    },
  );

  it.each([
    ['the prefix of a Bitcoin address', encode('bc', message(2))],
    ['a key that is not compressed', encode('spark', message(4))],
    ['more than a key, as an invoice has', encode('spark', message(2, 0x12, 0))],
    ['another field than the key', encode('spark', Uint8Array.from([0x12, 33, 2, ...bytes]))],
    ['the checksum of plain bech32', bech32.encode('spark', bech32.toWords(message(2)), false)],
    ['a changed letter', encode('spark', message(2)).replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
  ])('is refused with %s', (_reason, address) => {
    expect(spark.refuse(address, {})?.format).toBe('spark-address');
  });
});
