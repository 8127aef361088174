import { Buffer } from 'node:buffer';
import { readTexts } from './bundle-text.ts';
import { isSignedBy, type KeyPair, type PublicKey, readPublicKey, signBytes } from './p256.ts';

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** The content of the header `Service-Wallet-Signature`. */
export interface Stamp {
  readonly key: PublicKey;
  /** DER in hexadecimal. */
  readonly signature: string;
}

/** `undefined` if it has another form. Does not check the signature. */
export function readStamp(header: string): Stamp | undefined {
  const bytes = Buffer.from(header, 'base64url');
  if (bytes.toString('base64url') !== header) return undefined;
  const members = readTexts(bytes.toString('utf8'), ['publicKey', 'scheme', 'signature']);
  if (members === undefined || members.scheme !== scheme) return undefined;
  const { publicKey, signature } = members;
  if (!/^0[23][0-9a-f]{64}$/.test(publicKey) || !/^([0-9a-f]{2})+$/.test(signature)) return undefined;
  const key = readPublicKey(publicKey);
  return key && { key, signature };
}

/** Whether the signature covers the UTF-8 bytes of exactly this text. */
export function stampHolds({ key, signature }: Stamp, payload: string): boolean {
  return isSignedBy(key, Buffer.from(payload, 'utf8'), signature);
}

/** In the form of a device. */
export function writeStamp(pair: KeyPair, payload: string): string {
  const signature = signBytes(pair, Buffer.from(payload, 'utf8'));
  return Buffer.from(JSON.stringify({ publicKey: pair.compressed, scheme, signature }), 'utf8').toString('base64url');
}
