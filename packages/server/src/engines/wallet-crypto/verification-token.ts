import { Buffer } from 'node:buffer';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { type KeyPair, type PublicKey, privateJwk } from './p256.ts';

export interface VerificationClaims {
  readonly id: string;
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  /** Where the code went. */
  readonly contact: string;
  readonly organizationId: string;
  /** Who may sign this token, as the device wrote it. */
  readonly publicKey: PublicKey;
  readonly expiresAt: Instant;
}

const kinds = { EMAIL_OTP: 'OTP_TYPE_EMAIL', SMS_OTP: 'OTP_TYPE_SMS' } as const;

/** What is to be signed once a code was right: a JWT whose claims are text, times included. */
export async function writeVerificationToken(claims: VerificationClaims, signer: KeyPair): Promise<string> {
  const { CompactSign } = await import('jose');
  const payload = JSON.stringify({
    contact: claims.contact,
    exp: String(epochMsOf(claims.expiresAt)),
    id: claims.id,
    organization_id: claims.organizationId,
    public_key: claims.publicKey.compressed,
    verification_type: kinds[claims.type],
  });
  return new CompactSign(Buffer.from(payload, 'utf8'))
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(privateJwk(signer));
}
