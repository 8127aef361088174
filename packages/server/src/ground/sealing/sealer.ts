import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Random } from '../ids/ids.ts';

/**
 * Protects secrets. What must be read again (signing keys) is sealed at rest and opened only for use. Of what is only
 * compared (one-time codes) only a digest is stored.
 */
export interface Sealer {
  seal(secret: string): string;
  unseal(sealed: string): string;
  /** The same text always has the same digest. Texts cannot be tried against it without the master key. */
  digest(text: string): string;
  /** 32 secret bytes for a purpose, the same in every process with the master key. */
  secretFor(purpose: string): Uint8Array;
}

/**
 * Whether a sealer has the master key of a store. `texts` are sealed texts of the store, the oldest first. True if the
 * oldest or most of them open, or if there are none: a text that does not open may be damaged, and one that opens may
 * come from a mistake with the keys.
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

/** AES-256-GCM and HMAC-SHA-256 with keys derived from the server's master key (HKDF-SHA-256, RFC 5869). */
export function createSealer(masterKey: Uint8Array, random: Random): Sealer {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  // Created once: from bytes, each use would create its own key object, which costs more than sealing a name.
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
