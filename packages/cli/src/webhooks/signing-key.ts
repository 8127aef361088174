import { generateKeyPairSync, sign } from 'node:crypto';

export interface SigningKey {
  /** PEM, as `webhookPublicKey` of the platform. */
  readonly publicKey: string;
  /** The value of `X-Service-Signature` for these bytes. */
  signatureOf(body: string): string;
}

/** A key that lasts as long as the program: ECDSA on P-256, as the platform signs. */
export function createSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    signatureOf: (body) =>
      JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(body), privateKey).toString('base64') }),
  };
}
