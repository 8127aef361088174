import { generateKeyPairSync, sign } from 'node:crypto';

export interface SigningKey {
  /** PEM, like `webhookPublicKey` of the platform. */
  readonly publicKey: string;
  /** The value of `X-Service-Signature` for these bytes. */
  signatureOf(body: string): string;
}

/** A key for the lifetime of the process: ECDSA on P-256, like the platform's key. */
export function createSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    signatureOf: (body) =>
      JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(body), privateKey).toString('base64') }),
  };
}
