import { base64url, hexOf, utf8 } from './encodings.ts';
import { compressed, type KeyPair, newSigningPair, pointOf, signatureOf } from './p256.ts';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** What signs for the owner of a wallet: a session key, or anything else that stamps payloads. */
export interface WalletSigner {
  /** The value of `Service-Wallet-Signature` for a payload, which is signed exactly as it was returned. */
  stamp(payloadToSign: string): Promise<string>;
}

/** The key of a session. It signs and cannot be read: its private half never leaves Web Cryptography. */
export interface SessionKey extends WalletSigner {
  /** Compressed, 66 hexadecimal characters: the `clientPublicKey` of a session. */
  readonly publicKey: string;
  /** Keep it in IndexedDB to sign after the page was loaded again; `sessionKeyOf` takes it back. */
  readonly pair: KeyPair;
}

/** A new key for one session. */
export async function createSessionKey(): Promise<SessionKey> {
  return sessionKeyOf(await newSigningPair());
}

/** The session key of a pair that was kept. */
export async function sessionKeyOf(pair: KeyPair): Promise<SessionKey> {
  const publicKey = hexOf(compressed(await pointOf(pair)));
  const stamp = async (payloadToSign: string): Promise<string> => {
    const signature = await signatureOf(pair, utf8(payloadToSign));
    return base64url(utf8(JSON.stringify({ publicKey, scheme, signature })));
  };
  return { publicKey, pair, stamp };
}
