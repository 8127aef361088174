import type { KeyPair } from '../../../server/src/engines/wallet-crypto/p256.ts';

/** A device that was signed in to a wallet. */
export interface DeviceInPlay {
  readonly key: KeyPair;
  readonly sessionId: string;
  readonly credentialId: string;
  readonly endsAt: string;
  hasEnded: boolean;
}

export interface CredentialInPlay {
  readonly id: string;
  readonly type: string;
  /** Whom the provider knows, where there is one. */
  readonly sub: string | undefined;
}

/** A request that was signed, and has had its effect. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A wallet with everything that was done to it. */
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
  /** What its exports have opened to. */
  phrase: string | undefined;
}
