import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    uma_keys: UmaKeysTable;
    uma_nonces: UmaNoncesTable;
  }
}

/** The keys with which a platform signs messages and to which data is sealed. Times are real time. */
interface UmaKeysTable {
  tenant: Fixed<number>;
  generation: Fixed<number>;
  /** Points on secp256k1, uncompressed, in lower-case hexadecimal. */
  signing_public_key: Fixed<string>;
  sealed_signing_key: Fixed<string>;
  encryption_public_key: Fixed<string>;
  sealed_encryption_key: Fixed<string>;
  /** Signs from then on. By then no other provider has older keys in its cache. */
  active_from: Fixed<Instant>;
}

/** The one-time values of the signed messages received. Times are real time. */
interface UmaNoncesTable {
  tenant: Fixed<number>;
  domain: Fixed<string>;
  nonce: Fixed<string>;
  /** From then on the message is refused for its time alone. */
  expires_at: Fixed<Instant>;
}
