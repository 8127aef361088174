import { decodeBase64 } from './base64.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** A `CryptoKey`. Derived, because the type libraries of Node.js and browsers declare this name differently. */
export type VerifyingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The webhook public key as PEM text or imported; during a rotation a list of the old and the new key. */
export type PublicKey = string | VerifyingKey | readonly (string | VerifyingKey)[];

const armour = /^-----BEGIN PUBLIC KEY-----(.+)-----END PUBLIC KEY-----$/;

/** The prefix of a SubjectPublicKeyInfo on P-256 that identifies its kind, after four digits of length. */
const p256 = '301306072a8648ce3d020106082a8648ce3d030107';

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key in a PEM text. Importing it checks whether its point is on the curve. */
function spkiOf(pem: string): Uint8Array<ArrayBuffer> {
  if (pem.trim() === '') throw new WebhookVerificationError('KEY_MISSING');
  // Environment variables often carry the line breaks of a PEM text as the two characters \n.
  const encoded = armour.exec(
    pem
      .replaceAll('\\n', '')
      .replaceAll(/[\r\n]/g, '')
      .trim(),
  )?.[1];
  const spki = encoded === undefined ? undefined : decodeBase64(encoded);
  if (spki === undefined || !hexOf(spki).startsWith(p256, 4)) throw new WebhookVerificationError('KEY_MALFORMED');
  return spki;
}

async function importPem(pem: string): Promise<VerifyingKey> {
  const spki = spkiOf(pem);
  try {
    return await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  } catch (cause) {
    throw new WebhookVerificationError('KEY_MALFORMED', cause);
  }
}

// Importing takes as long as verifying, and a receiver uses the same key for months.
const imported = new Map<string, Promise<VerifyingKey>>();

function fromPem(pem: string): Promise<VerifyingKey> {
  const known = imported.get(pem);
  if (known !== undefined) return known;
  const key = importPem(pem);
  imported.set(pem, key);
  return key;
}

function keysOf(publicKey: PublicKey | null | undefined): readonly (string | VerifyingKey)[] {
  const keys = typeof publicKey === 'object' && publicKey !== null && 'length' in publicKey ? publicKey : [publicKey];
  const given = keys.filter((key) => key !== undefined && key !== null);
  if (given.length === 0) throw new WebhookVerificationError('KEY_MISSING');
  return given;
}

/** Throws if no event can be verified with these keys, so that a receiver fails when it starts. */
export function checkPublicKey(publicKey: PublicKey | null | undefined): void {
  for (const key of keysOf(publicKey)) {
    if (typeof key === 'string') spkiOf(key);
    else if (Object.prototype.toString.call(key) !== '[object CryptoKey]')
      throw new WebhookVerificationError('KEY_MALFORMED');
  }
}

/** Every key that may verify a signature. */
export async function importPublicKeys(publicKey: PublicKey): Promise<VerifyingKey[]> {
  return Promise.all(keysOf(publicKey).map((key) => (typeof key === 'string' ? fromPem(key) : key)));
}
