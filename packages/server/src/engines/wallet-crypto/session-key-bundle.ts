import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import type { Random } from '../../ground/ids/ids.ts';
import { openSealed, sealTo } from './hpke.ts';
import { type KeyPair, keyPairOf, type PublicKey, readPublicKey } from './p256.ts';

const compressedBytes = 33;

const base58check = createBase58check(
  (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()),
);

/** The signing key of a session, sealed to the device that requested it: `encryptedSessionSigningKey`. */
export async function writeSessionKeyBundle(recipient: PublicKey, key: KeyPair, random: Random): Promise<string> {
  const { encapsulated, ciphertext } = await sealTo(recipient, key.scalar, random);
  const compressed = readPublicKey(Buffer.from(encapsulated).toString('hex'))?.compressed ?? '';
  return base58check.encode(new Uint8Array(Buffer.concat([Buffer.from(compressed, 'hex'), ciphertext])));
}

export async function openSessionKeyBundle(recipient: KeyPair, text: string): Promise<KeyPair | undefined> {
  const bytes = decode(text);
  const encapsulated = bytes && readPublicKey(Buffer.from(bytes.subarray(0, compressedBytes)).toString('hex'));
  if (bytes === undefined || encapsulated === undefined) return undefined;
  const scalar = await openSealed(recipient, {
    encapsulated: new Uint8Array(Buffer.from(encapsulated.uncompressed, 'hex')),
    ciphertext: bytes.subarray(compressedBytes),
  });
  return scalar && keyPairOf(scalar);
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
