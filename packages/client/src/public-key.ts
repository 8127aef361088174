import { decodeBase64 } from './base64.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** A `CryptoKey`, derived because the libraries of Node and of browsers declare that name in different places. */
export type VerifyingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The webhook public key as PEM text or already imported; during a rotation a list of the old and the new one. */
export type PublicKey = string | VerifyingKey | readonly (string | VerifyingKey)[];

const armour = /^-----BEGIN PUBLIC KEY-----(.+)-----END PUBLIC KEY-----$/;

async function importPem(pem: string): Promise<VerifyingKey> {
  // Environment variables often carry the line breaks of a PEM text as the two characters \n.
  const encoded = armour.exec(
    pem
      .replaceAll('\\n', '')
      .replaceAll(/[\r\n]/g, '')
      .trim(),
  )?.[1];
  const spki = encoded === undefined ? undefined : decodeBase64(encoded);
  if (spki === undefined) throw new WebhookVerificationError('KEY_MALFORMED');
  try {
    return await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  } catch (cause) {
    throw new WebhookVerificationError('KEY_MALFORMED', cause);
  }
}

// Importing costs as much as verifying, and a receiver uses one key for months.
const imported = new Map<string, Promise<VerifyingKey>>();

function fromPem(pem: string): Promise<VerifyingKey> {
  const known = imported.get(pem);
  if (known !== undefined) return known;
  const key = importPem(pem);
  imported.set(pem, key);
  return key;
}

/** Every key that a signature may have been made with. */
export function importPublicKeys(publicKey: PublicKey): Promise<VerifyingKey[]> {
  const keys = typeof publicKey === 'object' && 'length' in publicKey ? publicKey : [publicKey];
  return Promise.all(keys.map((key) => (typeof key === 'string' ? fromPem(key) : key)));
}
