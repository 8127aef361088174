import type { Instant } from '../../ground/clock/instant.ts';

/** A wallet as its custodian knows it. The ids are the custodian's, and the same for as long as the wallet lives. */
export interface WalletKeys {
  readonly organizationId: string;
  readonly userId: string;
  readonly walletId: string;
  /** Which key of the wallet signs what it pays. */
  readonly signingKeyId: string;
  /** What the custodian gives into our keeping; `null` where it keeps all of it. Only the custodian can read it. */
  readonly secret: string | null;
}

/** A key that signs for a wallet and is not its owner's. */
export interface SignerKey {
  /** On P-256, compressed, in lower-case hexadecimal. */
  readonly publicKey: string;
  /** As of a wallet. */
  readonly secret: string | null;
}

export type OpeningReport =
  | { readonly kind: 'OPENED'; readonly keys: WalletKeys }
  | { readonly kind: 'OPENING'; readonly lookAgainAt: Instant }
  | { readonly kind: 'FAILED' };

/** An account whose wallet is being opened. */
export interface WalletOpening {
  readonly accountId: string;
  readonly requestedAt: Instant;
}

/** Where codes for wallets go from now on. */
export interface ContactMove {
  readonly channel: 'EMAIL' | 'PHONE';
  readonly contact: string;
}

/** The port to the one who keeps the keys of embedded wallets. */
export interface Custody {
  /** Opens a wallet at once; left out where that takes a while, and the opening is polled instead. */
  readonly open?: () => WalletKeys;
  /** Asks for the wallet of an account, or how far it is. The same account never gets a second wallet. */
  lookAtOpening(opening: WalletOpening, now: Instant): Promise<OpeningReport>;
  /**
   * The recovery phrase, sealed to a key of the owner's device: `encryptedWalletCredentials` as the interface has it.
   * The key is a point on P-256, uncompressed, in lower-case hexadecimal.
   */
  exportPhrase(keys: WalletKeys, targetPublicKey: string): Promise<string>;
  /**
   * Has wallets of one customer signed in to with another address or number. `false` where that cannot be done for all of
   * them; then it is done for none. The same again changes nothing.
   */
  moveContact(wallets: readonly WalletKeys[], move: ContactMove): Promise<boolean>;
  /** Makes a key that may sign for the wallet once its owner has agreed to that. */
  newSigner(keys: WalletKeys): Promise<SignerKey>;
}
