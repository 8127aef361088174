import { type Bytes, concatenated } from './encodings.ts';
import { importPoint, type KeyPair, pointOf } from './p256.ts';

export interface Sealed {
  /** 65 bytes: the ephemeral public key, uncompressed. */
  readonly encapsulated: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** The `info` of HPKE. Both sides must use the same bytes; it is a constant of existing clients. */
const info = new TextEncoder().encode('turnkey_hpke');

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Loaded on first use. */
async function cipherSuite() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core');
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
}

/** Encrypts to the private key of the recipient. Tests pass the ephemeral key of the published vectors. */
export async function sealTo(recipient: Bytes, plaintext: Bytes, ephemeral?: KeyPair): Promise<Sealed> {
  const suite = await cipherSuite();
  const sender = await suite.createSenderContext({
    recipientPublicKey: await importPoint(recipient),
    info,
    ...(ephemeral && { ekm: ephemeral }),
  });
  const encapsulated = new Uint8Array(sender.enc);
  const ciphertext = await sender.seal(plaintext, concatenated(encapsulated, recipient));
  return { encapsulated, ciphertext: new Uint8Array(ciphertext) };
}

/** The plaintext, or `undefined` if it was encrypted to another key or modified. */
export async function openSealed(recipient: KeyPair, { encapsulated, ciphertext }: Sealed): Promise<Bytes | undefined> {
  const suite = await cipherSuite();
  try {
    const enc = concatenated(encapsulated);
    const context = await suite.createRecipientContext({ recipientKey: recipient, info, enc });
    const bound = concatenated(encapsulated, await pointOf(recipient));
    return new Uint8Array(await context.open(concatenated(ciphertext), bound));
  } catch {
    return undefined;
  }
}
