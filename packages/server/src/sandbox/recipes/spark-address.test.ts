import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sparkIdentityKey } from '../../accounts/external/identifiers/wallet-addresses.ts';
import { sparkAddress } from './spark-address.ts';

function keyOf(text: string): Uint8Array {
  return Uint8Array.of(2, ...createHash('sha256').update(text).digest());
}

describe('a Spark address with a chosen ending', () => {
  it.each(['002', '005', '6q6', 'l0l'])('ends in %s with a valid checksum', (ending) => {
    const address = sparkAddress(keyOf(ending), ending);
    expect(address.endsWith(ending)).toBe(true);
    expect(sparkIdentityKey(address)).toBeDefined();
  });

  it('differs for each key', () => {
    const addresses = Array.from({ length: 10 }, (_, index) => sparkAddress(keyOf(`${index}`), '002'));
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
