import { derToRaw } from '../ecdsa-signature.ts';
import { type Bytes, base64url, concatenated, hexOf, readHex } from './encodings.ts';

/** A `CryptoKey`. Derived, because the type libraries of Node.js and browsers declare this name differently. */
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface KeyPair {
  readonly privateKey: Key;
  readonly publicKey: Key;
}

const signing = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const agreeing = { name: 'ECDH', namedCurve: 'P-256' } as const;
const digest = { name: 'ECDSA', hash: 'SHA-256' } as const;
const compressedBytes = 33;

/** A key pair for signing. Its private half never leaves Web Cryptography. */
export function newSigningPair(): Promise<KeyPair> {
  return crypto.subtle.generateKey(signing, false, ['sign', 'verify']);
}

/** A key pair for decrypting, with the same protection. */
export function newSealingPair(): Promise<KeyPair> {
  return crypto.subtle.generateKey(agreeing, false, ['deriveBits']);
}

/** 65 bytes: the point in the uncompressed form of SEC 1. */
export async function pointOf({ publicKey }: Pick<KeyPair, 'publicKey'>): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}

/** The same point in 33 bytes: one coordinate, and the parity of the other. */
export function compressed(point: Uint8Array): Bytes {
  const isOdd = (point[point.length - 1] ?? 0) % 2;
  return concatenated(Uint8Array.of(2 + isOdd), point.subarray(1, compressedBytes));
}

/** The uncompressed point; `undefined` if the bytes are not a point on the curve. Its library is loaded on demand. */
export async function decompressed(bytes: Uint8Array): Promise<Bytes | undefined> {
  const { p256 } = await import('@noble/curves/nist.js');
  try {
    return new Uint8Array(p256.Point.fromBytes(bytes).toBytes(false));
  } catch {
    return undefined;
  }
}

export function importPoint(point: Bytes): Promise<Key> {
  return crypto.subtle.importKey('raw', point, agreeing, true, []);
}

function importVerifying(point: Bytes): Promise<Key> {
  return crypto.subtle.importKey('raw', point, signing, true, ['verify']);
}

/** The key pair of a decrypted private number. From here on it does not leave Web Cryptography. */
export async function importScalar(scalar: Uint8Array): Promise<KeyPair | undefined> {
  const { p256 } = await import('@noble/curves/nist.js');
  if (!p256.utils.isValidSecretKey(scalar)) return undefined;
  const point = new Uint8Array(p256.getPublicKey(scalar, false));
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, compressedBytes)),
    y: base64url(point.subarray(compressedBytes)),
    d: base64url(scalar),
  };
  const privateKey = await crypto.subtle.importKey('jwk', jwk, signing, false, ['sign']);
  return { privateKey, publicKey: await importVerifying(point) };
}

/** A positive DER integer without superfluous zeros. */
function integer(bytes: Uint8Array): Bytes {
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? Uint8Array.of(0) : bytes.subarray(from);
  const body = (digits[0] ?? 0) >= 0x80 ? concatenated(Uint8Array.of(0), digits) : digits;
  return concatenated(Uint8Array.of(0x02, body.length), body);
}

/** Converts r‖s, the form of Web Cryptography, to `SEQUENCE { r, s }`. */
function rawToDer(raw: Uint8Array): Bytes {
  const body = concatenated(integer(raw.subarray(0, raw.length / 2)), integer(raw.subarray(raw.length / 2)));
  return concatenated(Uint8Array.of(0x30, body.length), body);
}

/** ECDSA with SHA-256, DER in lower-case hexadecimal. */
export async function signatureOf({ privateKey }: Pick<KeyPair, 'privateKey'>, bytes: Bytes): Promise<string> {
  return hexOf(rawToDer(new Uint8Array(await crypto.subtle.sign(digest, privateKey, bytes))));
}

export async function isSignedBy(pointHex: string, signature: string, bytes: Bytes): Promise<boolean> {
  const [point, der] = [readHex(pointHex), readHex(signature)];
  const raw = der && derToRaw(der);
  if (point === undefined || raw === undefined) return false;
  try {
    return await crypto.subtle.verify(digest, await importVerifying(point), raw, bytes);
  } catch {
    return false;
  }
}
