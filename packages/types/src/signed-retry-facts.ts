/** Whose key signs what an operation gives to sign before it does what was asked. */
export type WalletSigner =
  | 'WALLET_SESSION'
  | 'SESSION_IN_PATH'
  | 'SESSION_OF_ANOTHER_CREDENTIAL'
  | 'SESSION_OF_TIED_WALLET'
  | 'CLIENT_KEY';

/** The operation is done when its request comes again with the customer's signature; it may do without one. */
export interface SignedRetry {
  readonly signer: WalletSigner;
  /** How many payloads are given to sign, one after the other. */
  readonly signatures: number;
}
