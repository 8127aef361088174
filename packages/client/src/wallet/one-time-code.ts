import { hexOf, readHex, utf8 } from './encodings.ts';
import { readEnvelope, type TrustedSigner } from './envelope.ts';
import { sealTo } from './hpke.ts';
import type { SessionKey } from './session-key.ts';
import { WalletError } from './wallet-error.ts';

export interface TypedCode {
  /** `otpEncryptionTargetBundle` of the challenge, as returned. */
  readonly targetBundle: string;
  /** The code that the customer typed. */
  readonly code: string;
  /** The key of the new session. */
  readonly key: Pick<SessionKey, 'publicKey'>;
}

/** The `encryptedOtpBundle` that proves the code. Only the wallet can read it. */
export async function sealOneTimeCode(
  { targetBundle, code, key }: TypedCode,
  trusted: TrustedSigner = {},
): Promise<string> {
  const { targetPublic } = await readEnvelope(targetBundle, ['targetPublic'], trusted);
  const target = readHex(targetPublic);
  if (target === undefined || target.length !== 65) throw new WalletError('BUNDLE_MALFORMED');
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: key.publicKey }));
  const { encapsulated, ciphertext } = await sealTo(target, plaintext);
  return JSON.stringify({ encappedPublic: hexOf(encapsulated), ciphertext: hexOf(ciphertext) });
}
