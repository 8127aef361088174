import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derToRaw } from './ecdsa-signature.ts';

/** Bytes from hexadecimal text with spaces in it. */
function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function rawHex(der: Uint8Array): string | undefined {
  const raw = derToRaw(der);
  return raw === undefined ? undefined : Buffer.from(raw).toString('hex');
}

const zeros = '00'.repeat(31);
const full = 'ff'.repeat(32);

describe('derToRaw', () => {
  it('keeps every signature valid', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = {
      key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      dsaEncoding: 'ieee-p1363',
    } as const;
    for (let count = 0; count < 300; count += 1) {
      const message = Buffer.from(`message ${count}`);
      const raw = derToRaw(sign('sha256', message, privateKey));
      expect(raw).toHaveLength(64);
      expect(raw !== undefined && verify('sha256', message, key, raw)).toBe(true);
    }
  });

  it.each([
    ['short integers', '30 06 02 01 01 02 01 7f', `${zeros}01${zeros}7f`],
    ['integers with a sign byte', '30 08 02 02 00 80 02 02 00 ff', `${zeros}80${zeros}ff`],
    ['full integers', `30 46 02 21 00 ${full} 02 21 00 ${full}`, `${full}${full}`],
  ])('pads %s', (_case, der, raw) => {
    expect(rawHex(bytes(der))).toBe(raw);
  });

  it.each([
    ['nothing', ''],
    ['another tag than a sequence', '31 06 02 01 01 02 01 01'],
    ['another tag than an integer', '30 06 03 01 01 02 01 01'],
    ['a sequence that ends early', '30 05 02 01 01 02 01 01'],
    ['a sequence that ends late', '30 07 02 01 01 02 01 01'],
    ['bytes after the sequence', '30 06 02 01 01 02 01 01 00'],
    ['bytes after the integers', '30 07 02 01 01 02 01 01 00'],
    ['only one integer', '30 03 02 01 01'],
    ['a length in the long form', '30 81 06 02 01 01 02 01 01'],
    ['an indefinite length', '30 80 02 01 01 02 01 01 00 00'],
    ['an integer longer than its sequence', '30 06 02 05 01 02 01 01'],
    ['an empty integer', '30 05 02 00 02 01 01'],
    ['a negative integer', '30 06 02 01 80 02 01 01'],
    ['zero', '30 06 02 01 00 02 01 01'],
    ['a needless zero', '30 07 02 02 00 01 02 01 01'],
    ['an integer of 33 bytes', `30 26 02 21 01 ${full} 02 01 01`],
  ])('refuses %s', (_case, der) => {
    expect(derToRaw(bytes(der))).toBeUndefined();
  });
});
