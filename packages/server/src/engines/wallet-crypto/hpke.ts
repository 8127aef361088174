import { Buffer } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import type { CipherSuite } from '@hpke/core';
import type { Random } from '../../ground/ids/ids.ts';
import { drawKeyPair, type KeyPair, type PublicKey, privateJwk, publicJwk } from './p256.ts';

/** The result of sealing: base mode of RFC 9180, with one message for each encapsulation. */
export interface Sealed {
  /** 65 bytes: the ephemeral public key, uncompressed. */
  readonly encapsulated: Uint8Array;
  /** Ends with the tag of 16 bytes. */
  readonly ciphertext: Uint8Array;
}

/** Both sides must use exactly these bytes; they are a constant of the clients in use. */
const info = new TextEncoder().encode('turnkey_hpke');

let suite: CipherSuite | undefined;

/**
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Loaded when the first value is sealed or opened. A failure is
 * not kept: the next call loads again.
 */
export async function cipherSuite(): Promise<CipherSuite> {
  if (suite !== undefined) return suite;
  const { Aes256Gcm, CipherSuite: Suite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core');
  suite ??= new Suite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  return suite;
}

const algorithm = { name: 'ECDH', namedCurve: 'P-256' };

function importPublic(key: PublicKey): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('jwk', publicJwk(key), algorithm, true, []);
}

export async function importPair(pair: KeyPair): Promise<webcrypto.CryptoKeyPair> {
  const privateKey = await webcrypto.subtle.importKey('jwk', privateJwk(pair), algorithm, true, ['deriveBits']);
  return { privateKey, publicKey: await importPublic(pair) };
}

/** Binds a ciphertext to both keys. */
function associatedData(encapsulated: Uint8Array, recipient: PublicKey): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([encapsulated, Buffer.from(recipient.uncompressed, 'hex')]));
}

/** Only the holder of the recipient's private key can open it. */
export async function sealTo(recipient: PublicKey, plaintext: Uint8Array, random: Random): Promise<Sealed> {
  const suite = await cipherSuite();
  const sender = await suite.createSenderContext({
    recipientPublicKey: await importPublic(recipient),
    info,
    ekm: await importPair(drawKeyPair(random)),
  });
  const encapsulated = new Uint8Array(sender.enc);
  const ciphertext = await sender.seal(plaintext.slice(), associatedData(encapsulated, recipient));
  return { encapsulated, ciphertext: new Uint8Array(ciphertext) };
}

/** The plaintext; `undefined` if it was sealed to another key or was modified. */
export async function openSealed(recipient: KeyPair, sealed: Sealed): Promise<Uint8Array | undefined> {
  const suite = await cipherSuite();
  try {
    const context = await suite.createRecipientContext({
      recipientKey: await importPair(recipient),
      info,
      enc: sealed.encapsulated.slice(),
    });
    const plaintext = await context.open(sealed.ciphertext.slice(), associatedData(sealed.encapsulated, recipient));
    return new Uint8Array(plaintext);
  } catch {
    return undefined;
  }
}
