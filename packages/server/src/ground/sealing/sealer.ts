import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Random } from '../ids/ids.ts';

/**
 * Keeps secrets. What must be read again (signing keys) is sealed at rest and opened only to be used; of
 * what is only compared (one-time codes) a digest is kept.
 */
export interface Sealer {
  seal(secret: string): string;
  unseal(sealed: string): string;
  /** The same text always has the same digest; without the master key nobody can try texts against it. */
  digest(text: string): string;
  /** 32 secret bytes for a purpose, the same ones in every process that has the master key. */
  secretFor(purpose: string): Uint8Array;
}

/**
 * Whether a store whose texts these are, the oldest first, has the master key of a sealer: the oldest opens or most do,
 * or there are none. One that does not may be damaged, and one that does may come from a mistake with the keys.
 */
export function isStoreSealedBy(sealer: Pick<Sealer, 'unseal'>, sealed: readonly string[]): boolean {
  const opens = (text: string): boolean => {
    try {
      sealer.unseal(text);
      return true;
    } catch {
      return false;
    }
  };
  const [oldest] = sealed;
  return oldest === undefined || opens(oldest) || sealed.filter(opens).length > sealed.length / 2;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM and HMAC-SHA-256 under keys derived from the server's master key (HKDF-SHA-256, RFC 5869). */
export function createSealer(masterKey: Uint8Array, random: Random): Sealer {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  // Made once: from bytes, each use would make a key of its own, which costs more than sealing a name.
  const key = createSecretKey(derive('payments-platform seal v1'));
  const digestKey = createSecretKey(derive('payments-platform digest v1'));
  return {
    seal: (secret) => {
      const nonce = random.bytes(nonceBytes).slice();
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
    digest: (text) => createHmac('sha256', digestKey).update(text, 'utf8').digest('base64url'),
    secretFor: (purpose) => new Uint8Array(derive(`payments-platform secret v1 ${purpose}`)),
  };
}
