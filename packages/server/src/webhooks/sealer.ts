import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../ids/ids.ts';

/** Keeps secrets that must be read again (signing keys): sealed at rest, opened only to be used. */
export interface Sealer {
  seal(secret: string): string;
  open(sealed: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key derived from the server's master key (HKDF-SHA-256, RFC 5869). */
export function createSealer(masterKey: Uint8Array, random: Random): Sealer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'payments-platform seal v1', 32));
  return {
    seal: (secret) => {
      const nonce = random.bytes(nonceBytes).slice();
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
