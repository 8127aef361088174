/** Whose key signs the payload that an operation returns before it takes effect. */
export type WalletSigner =
  | 'WALLET_SESSION'
  | 'SESSION_IN_PATH'
  | 'SESSION_OF_ANOTHER_CREDENTIAL'
  | 'SESSION_OF_TIED_WALLET'
  | 'CLIENT_KEY';

/** The operation takes effect when its request is sent again with the customer's signature; some cases need none. */
export interface SignedRetry {
  readonly signer: WalletSigner;
  /** How many payloads must be signed, one after the other. */
  readonly signatures: number;
}
