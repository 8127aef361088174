import { Buffer } from 'node:buffer';
import { type KeyObject, sign } from 'node:crypto';

/** The header that carries the signature. */
export const signatureHeader = 'x-service-signature';

/** ECDSA P-256 over the SHA-256 of the exact body, as DER in Base64, inside a small versioned JSON object. */
export function signatureOf(body: string, key: KeyObject): string {
  return JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(body), key).toString('base64') });
}
