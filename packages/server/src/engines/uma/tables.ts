import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    uma_keys: UmaKeysTable;
    uma_nonces: UmaNoncesTable;
  }
}

/** What a platform signs its messages with, and what is sealed to it. Moments are real time. */
interface UmaKeysTable {
  tenant: Fixed<number>;
  generation: Fixed<number>;
  /** Points on secp256k1, uncompressed, in lower-case hexadecimal. */
  signing_public_key: Fixed<string>;
  sealed_signing_key: Fixed<string>;
  encryption_public_key: Fixed<string>;
  sealed_encryption_key: Fixed<string>;
  /** Signs from then on; nobody who has kept older keys still holds them by then. */
  active_from: Fixed<Instant>;
}

/** The one-time values that were seen in signed messages. Moments are real time. */
interface UmaNoncesTable {
  tenant: Fixed<number>;
  domain: Fixed<string>;
  nonce: Fixed<string>;
  /** From then on the time of the message alone refuses it. */
  expires_at: Fixed<Instant>;
}
