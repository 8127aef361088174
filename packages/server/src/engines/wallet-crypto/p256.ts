import { Buffer } from 'node:buffer';
import { createECDH, createPrivateKey, createPublicKey, ECDH, type JsonWebKey, sign, verify } from 'node:crypto';
import type { Random } from '../../ground/ids/ids.ts';

const curve = 'prime256v1';
const scalarBytes = 32;
const coordinateCharacters = 64;

/** A public key on P-256 in both forms of SEC 1, in lower-case hexadecimal. Each point has exactly one of each. */
export interface PublicKey {
  /** 66 characters. */
  readonly compressed: string;
  /** 130 characters. */
  readonly uncompressed: string;
}

export interface KeyPair extends PublicKey {
  readonly scalar: Uint8Array;
}

const form = /^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;

/** The key in the text, in either form; `undefined` if it is not a point on the curve. */
export function readPublicKey(text: string): PublicKey | undefined {
  if (!form.test(text)) return undefined;
  try {
    const convert = (into: 'compressed' | 'uncompressed'): string =>
      String(ECDH.convertKey(text, curve, 'hex', 'hex', into));
    return { compressed: convert('compressed'), uncompressed: convert('uncompressed') };
  } catch {
    return undefined;
  }
}

/** The pair of a private key; `undefined` if the number is zero or not below the order of the group. */
export function keyPairOf(scalar: Uint8Array): KeyPair | undefined {
  const exchange = createECDH(curve);
  try {
    exchange.setPrivateKey(scalar);
  } catch {
    return undefined;
  }
  const compressed = exchange.getPublicKey('hex', 'compressed');
  return { compressed, uncompressed: exchange.getPublicKey('hex', 'uncompressed'), scalar };
}

/** A random pair. Bytes that are not a valid private key are drawn again. */
export function drawKeyPair(random: Random): KeyPair {
  for (;;) {
    const pair = keyPairOf(random.bytes(scalarBytes).slice());
    if (pair !== undefined) return pair;
  }
}

/** As JSON Web Key, the form that libraries accept. */
export function publicJwk({ uncompressed }: PublicKey): JsonWebKey {
  const coordinate = (start: number): string =>
    Buffer.from(uncompressed.slice(start, start + coordinateCharacters), 'hex').toString('base64url');
  return { kty: 'EC', crv: 'P-256', x: coordinate(2), y: coordinate(2 + coordinateCharacters) };
}

export function privateJwk(pair: KeyPair): JsonWebKey {
  return { ...publicJwk(pair), d: Buffer.from(pair.scalar).toString('base64url') };
}

/** ECDSA with SHA-256, as DER in lower-case hexadecimal. */
export function signBytes(pair: KeyPair, bytes: Uint8Array): string {
  return sign('sha256', bytes, createPrivateKey({ format: 'jwk', key: privateJwk(pair) })).toString('hex');
}

/** Accepts either half of `s`, since signers in this field do not normalise it, but only the canonical DER form. */
export function isSignedBy(key: PublicKey, bytes: Uint8Array, signature: string): boolean {
  if (!/^([0-9a-f]{2})+$/.test(signature)) return false;
  return verify(
    'sha256',
    bytes,
    createPublicKey({ format: 'jwk', key: publicJwk(key) }),
    Buffer.from(signature, 'hex'),
  );
}
