import { createHash } from 'node:crypto';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { bitcoinAddress, evmAddress, solanaAddress, sparkAddress, tronAddress } from './wallet-addresses.ts';

const bytes = createHash('sha256').update('an account').digest();
const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();

describe('wallet addresses', () => {
  it('encode a Bitcoin address of the test network with a valid checksum', () => {
    const { prefix, words } = bech32.decode(bitcoinAddress(bytes) as `tb1${string}`);
    expect([prefix, words[0], ...bech32.fromWords(words.slice(1))]).toEqual(['tb', 0, ...bytes.subarray(0, 20)]);
  });

  it('encode a Spark address of the test network with a valid checksum', () => {
    const { prefix, bytes: message } = bech32m.decodeToBytes(sparkAddress(bytes));
    expect([prefix, ...message]).toEqual(['sparkt', 0x0a, 33, 2, ...bytes]);
  });

  it('encode an EVM address of 20 bytes', () => {
    expect(evmAddress(bytes)).toBe(`0x${bytes.toString('hex').slice(0, 40)}`);
  });

  it('encode a Solana address of 32 bytes', () => {
    expect([...base58.decode(solanaAddress(bytes))]).toEqual([...bytes]);
  });

  it('encode a Tron address with a valid checksum', () => {
    const address = tronAddress(bytes);
    expect(address).toMatch(/^T/);
    expect([...createBase58check(sha256).decode(address)]).toEqual([0x41, ...bytes.subarray(0, 20)]);
  });
});
