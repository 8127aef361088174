import type { Instant } from '../../ground/clock/instant.ts';

/** The ids that a custodian gives a wallet. They never change. */
export interface WalletKeys {
  readonly organizationId: string;
  readonly userId: string;
  readonly walletId: string;
  /** The key of the wallet that signs its payments. */
  readonly signingKeyId: string;
  /**
   * The part of the wallet that the custodian stores with us, readable only by the custodian; `null` if it stores
   * everything itself.
   */
  readonly secret: string | null;
}

/** A key that may sign for a wallet, in addition to its owner's. */
export interface SignerKey {
  /** On P-256, compressed, in lower-case hexadecimal. */
  readonly publicKey: string;
  /** As in `WalletKeys`. */
  readonly secret: string | null;
}

export type OpeningReport =
  | { readonly kind: 'OPENED'; readonly keys: WalletKeys }
  | { readonly kind: 'OPENING'; readonly nextPollAt: Instant }
  | { readonly kind: 'FAILED' };

/** An account whose wallet is being created. */
interface WalletOpening {
  readonly accountId: string;
  readonly requestedAt: Instant;
}

/** The new address or number for the codes of wallets. */
interface ContactMove {
  readonly channel: 'EMAIL' | 'PHONE';
  readonly contact: string;
}

/** The port to the custodian of embedded wallets. */
export interface Custody {
  /** Creates a wallet at once. Absent if creation takes longer and is polled instead. */
  readonly open?: () => WalletKeys;
  /** Requests the wallet of an account or reports its progress. An account never gets a second wallet. */
  pollOpening(opening: WalletOpening, now: Instant): Promise<OpeningReport>;
  /**
   * The recovery phrase, sealed to a key of the owner's device: `encryptedWalletCredentials` of the interface. The key
   * is a point on P-256, uncompressed, in lower-case hexadecimal.
   */
  exportPhrase(keys: WalletKeys, targetPublicKey: string): Promise<string>;
  /**
   * Changes the contact with which the owner signs in to the wallets of one customer, for all of them or for none.
   * Returns `false` if the change is not possible for all. Repeating it has no effect.
   */
  moveContact(wallets: readonly WalletKeys[], move: ContactMove): Promise<boolean>;
  /** Creates a key that may sign for the wallet once its owner has consented. */
  newSigner(keys: WalletKeys): Promise<SignerKey>;
}
