import type { KeyPair } from '../../../server/src/engines/wallet-crypto/p256.ts';

/** A device that was signed in to a wallet. */
export interface DeviceInPlay {
  readonly key: KeyPair;
  readonly sessionId: string;
  readonly credentialId: string;
  readonly endsAt: string;
  hasEnded: boolean;
}

interface CredentialInPlay {
  readonly id: string;
  readonly type: string;
  /** The identity at the provider, if there is one. */
  readonly sub: string | undefined;
}

/** A signed request that has taken effect. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A wallet with its history. */
export interface WalletInPlay {
  readonly customerId: string;
  readonly accountId: string;
  readonly payeeId: string;
  readonly cardId: string;
  readonly devices: DeviceInPlay[];
  readonly sent: Sent[];
  credentials: CredentialInPlay[];
  balanceMinor: number;
  delegatedKeyId: string | undefined;
  /** The decrypted content of its exports. */
  phrase: string | undefined;
}
