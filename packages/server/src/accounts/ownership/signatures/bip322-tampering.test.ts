import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { RawWitness } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { bitcoinSignature } from './bitcoin-signature.ts';

// "Hello World" by the key of the BIP's vectors, as P2WPKH and as P2TR.
const segwit = {
  address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  signature:
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
};
const taproot = {
  address: 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
  signature: 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
};

type Signed = typeof segwit;
type Stack = readonly Uint8Array[];

function isProof({ address, signature }: Signed, text = 'Hello World'): boolean {
  const message = new TextEncoder().encode(text);
  return bitcoinSignature({ address, message, signature, scheme: 'bip322' });
}

function stackOf({ signature }: Signed): Uint8Array[] {
  return RawWitness.decode(base64.decode(signature));
}

const write = (stack: Stack): string =>
  base64.encode(Uint8Array.from([stack.length, ...stack.flatMap((item) => [item.length, ...item])]));
const bytes = (...parts: (Uint8Array | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));

const flipS = (signature: Uint8Array): Uint8Array => {
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
  return bytes(new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der'), 1);
};

const [signature = new Uint8Array(), key = new Uint8Array()] = stackOf(segwit);
const [schnorr = new Uint8Array()] = stackOf(taproot);
const uncompressed = secp256k1.Point.fromBytes(key).toBytes(false);

describe('a BIP 322 proof of P2WPKH', () => {
  it('is valid when unchanged', () => {
    expect(isProof(segwit)).toBe(true);
    expect(isProof({ ...segwit, signature: write([signature, key]) })).toBe(true);
  });

  it.each<[string, Stack]>([
    ['the other s', [flipS(signature), key]],
    ['the kind of hash missing', [signature.subarray(0, -1), key]],
    ['the hash of no outputs', [bytes(signature.subarray(0, -1), 2), key]],
    ['the hash of one input', [bytes(signature.subarray(0, -1), 0x81), key]],
    ['a byte more in the signature', [bytes(signature.subarray(0, -1), 0, 1), key]],
    ['an empty signature', [new Uint8Array(), key]],
    ['no key', [signature]],
    ['the key in its long form', [signature, uncompressed]],
    ['the key of the other sign', [signature, bytes(key[0] === 2 ? 3 : 2, key.subarray(1))]],
    ['a byte less in the key', [signature, key.subarray(0, -1)]],
    ['one item more', [signature, key, new Uint8Array()]],
    ['one item before', [new Uint8Array(), signature, key]],
    ['the items swapped', [key, signature]],
  ])('is invalid with %s', (_how, stack) => {
    expect(isProof({ ...segwit, signature: write(stack) })).toBe(false);
  });

  it.each<[string, Uint8Array]>([
    ['a byte behind the stack', bytes(base64.decode(segwit.signature), 0)],
    ['the last byte missing', base64.decode(segwit.signature).subarray(0, -1)],
    ['a count that is too large', bytes(3, base64.decode(segwit.signature).subarray(1))],
    ['a count that is too small', bytes(1, base64.decode(segwit.signature).subarray(1))],
    ['a count of three bytes', bytes(0xfd, 2, 0, base64.decode(segwit.signature).subarray(1))],
    ['no bytes', new Uint8Array()],
  ])('is invalid with %s', (_how, written) => {
    expect(isProof({ ...segwit, signature: base64.encode(written) })).toBe(false);
  });

  it.each(['smp', 'ful', 'pof', 'SMP'])('is valid with the prefix smp only: %s', (variant) => {
    expect(isProof({ ...segwit, signature: `${variant}${segwit.signature}` })).toBe(variant === 'smp');
  });

  it('is invalid for another message or address', () => {
    expect(isProof(segwit, 'Hello world')).toBe(false);
    expect(isProof({ ...segwit, address: taproot.address })).toBe(false);
    expect(isProof({ ...segwit, address: '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs' })).toBe(false);
  });
});

describe('a BIP 322 proof of P2TR', () => {
  it('is valid when unchanged', () => {
    expect(isProof(taproot)).toBe(true);
  });

  it.each<[string, Stack]>([
    ['another kind of hash', [bytes(schnorr.subarray(0, 64), 2)]],
    ['the default kind of hash named', [bytes(schnorr.subarray(0, 64), 0)]],
    ['the kind of hash taken away', [schnorr.subarray(0, 64)]],
    ['a byte more', [bytes(schnorr, 1)]],
    ['a byte less', [schnorr.subarray(1)]],
    ['an annex', [schnorr, bytes(0x50, 1)]],
    ['a script', [schnorr, bytes(0x51), bytes(0xc0, new Uint8Array(32))]],
    ['s above the order', [bytes(schnorr.subarray(0, 32), new Uint8Array(32).fill(0xff), 1)]],
    ['no items. bitcoin-vectors, tampering: nothing => an empty signature', []],
  ])('is invalid with %s', (_how, stack) => {
    expect(isProof({ ...taproot, signature: write(stack) })).toBe(false);
  });

  it('is invalid for another message or address', () => {
    expect(isProof(taproot, 'Hello world')).toBe(false);
    expect(isProof({ ...taproot, address: segwit.address })).toBe(false);
  });
});
