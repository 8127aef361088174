import { base64url, hexOf, utf8 } from './encodings.ts';
import { compressed, type KeyPair, newSigningPair, pointOf, signatureOf } from './p256.ts';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** Signs for the owner of a wallet: a session key, or anything else that stamps payloads. */
export interface WalletSigner {
  /** The value of `Service-Wallet-Signature` for a payload, which is signed exactly as returned. */
  stamp(payloadToSign: string): Promise<string>;
}

/** The key of a session. It can sign but not be read: its private half never leaves Web Cryptography. */
export interface SessionKey extends WalletSigner {
  /** Compressed, 66 hexadecimal characters: the `clientPublicKey` of a session. */
  readonly publicKey: string;
  /** Store it in IndexedDB to sign after a page reload; `sessionKeyOf` restores the key. */
  readonly pair: KeyPair;
}

/** Creates a key for one session. */
export async function createSessionKey(): Promise<SessionKey> {
  return sessionKeyOf(await newSigningPair());
}

/** Restores the session key of a stored pair. */
export async function sessionKeyOf(pair: KeyPair): Promise<SessionKey> {
  const publicKey = hexOf(compressed(await pointOf(pair)));
  const stamp = async (payloadToSign: string): Promise<string> => {
    const signature = await signatureOf(pair, utf8(payloadToSign));
    return base64url(utf8(JSON.stringify({ publicKey, scheme, signature })));
  };
  return { publicKey, pair, stamp };
}
