/** How a Bitcoin wallet wrote its signature. */
export type SignatureScheme = 'bip137' | 'electrum' | 'bip322';

export interface SignedMessage {
  /** As the account's rules accepted it. */
  readonly address: string;
  readonly message: Uint8Array;
  /** As the wallet wrote it. */
  readonly signature: string;
  /** Only Bitcoin wallets have several. */
  readonly scheme: SignatureScheme;
}

/** Whether the key of the address made this signature of the message; false for what cannot be decoded. */
export type SignatureCheck = (signed: SignedMessage) => boolean;
