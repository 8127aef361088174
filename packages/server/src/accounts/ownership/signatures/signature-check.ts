/** How a Bitcoin wallet encodes its signature. */
export type SignatureScheme = 'bip137' | 'electrum' | 'bip322';

interface SignedMessage {
  /** The address in the form that the account's rules accepted. */
  readonly address: string;
  readonly message: Uint8Array;
  /** The signature as the wallet wrote it. */
  readonly signature: string;
  /** Only Bitcoin wallets have several encodings. */
  readonly scheme: SignatureScheme;
}

/** Whether the key of the address made this signature of the message; `false` if it cannot be decoded. */
export type SignatureCheck = (signed: SignedMessage) => boolean;
