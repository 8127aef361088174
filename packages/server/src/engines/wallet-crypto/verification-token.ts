import { Buffer } from 'node:buffer';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { type KeyPair, type PublicKey, privateJwk } from './p256.ts';

export interface VerificationClaims {
  readonly id: string;
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  /** The contact that received the code. */
  readonly contact: string;
  readonly organizationId: string;
  /** The key that may sign this token, as the device sent it. */
  readonly publicKey: PublicKey;
  readonly expiresAt: Instant;
}

const kinds = { EMAIL_OTP: 'OTP_TYPE_EMAIL', SMS_OTP: 'OTP_TYPE_SMS' } as const;

/** The token to sign after a correct code: a JWT whose claims are text, including times. */
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
