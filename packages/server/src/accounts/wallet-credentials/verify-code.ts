import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { checkSignature, requestSignature, useSignature } from '../../access/signed-requests/require-signature.ts';
import { openCodeBundle, type SealedCode } from '../../engines/wallet-crypto/one-time-code-bundle.ts';
import { keyPairOf, readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { serviceKey } from '../../engines/wallet-crypto/service-key.ts';
import { writeVerificationToken } from '../../engines/wallet-crypto/verification-token.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { type Call, isRefusal, type Outcome, type Refusal, refuse } from '../../operation/operation.ts';
import { openSession } from '../wallet-sessions/open-session.ts';
import { findWallet } from '../wallets/wallet-records.ts';
import { findCode, removeCode, saveCode } from './credentials-repository.ts';
import { walletCodeDigest } from './send-code.ts';
import { signedInWith } from './signed-in.ts';
import type { CodeRow, CredentialRow } from './tables.ts';
import { refuseProof } from './wrong-proof.ts';

type VerifyCall = Call<'verifyAuthCredential'>;

const triesPerCode = 3;
const tokenLifeMs = 5 * minuteMs;

/** Takes two requests: the code with the public key of the session, then the signature of that key. */
export async function verifyCode(
  call: VerifyCall,
  credential: CredentialRow,
  bundle: string,
): Promise<Outcome<'verifyAuthCredential'>> {
  const { input } = call;
  const asked = { operation: 'verifyAuthCredential', path: input.path, body: input.body } as const;
  const signed = await checkSignature(call, {
    asked,
    isSigner: ({ compressed }, { facts }) => compressed === facts['publicKey'],
  });
  if (signed !== 'UNSIGNED') {
    if (isRefusal(signed)) return signed;
    if (signed.facts['contact'] !== credential.nickname) return contactChanged;
    const refusal = await useSignature(call, signed);
    if (refusal !== undefined) return refusal;
    const key = readPublicKey(signed.facts['publicKey'] ?? '');
    if (key === undefined) throw new Error(`${signed.requestId} has no public key`);
    const session = { kept: 'BY_DEVICE', key } as const;
    return { status: 200, body: await openSession(call, signedInWith(credential), session, 'VERIFY') };
  }
  const opened = await useCode(call, credential, bundle);
  if (isRefusal(opened)) return opened;
  const challenge = await requestSignature(call, {
    asked,
    payload: () => verificationToken(call, credential, opened),
    facts: { publicKey: opened.publicKey.compressed, contact: credential.nickname },
  });
  return { status: 202, body: { ...challenge, type: credential.type } };
}

/** A code that reached the previous address proves nothing once codes go to another one. */
const contactChanged = refuse(
  'WALLET_SIGNATURE_INVALID',
  'Codes have been sent to another address since this one was verified. Start again with POST /auth/credentials/{id}/challenge.',
);

/** Opens the bundle and uses the code in it up, if it is the latest one. */
async function useCode(
  call: VerifyCall,
  credential: CredentialRow,
  bundle: string,
): Promise<SealedCode | Refusal<'UNAUTHORIZED'>> {
  const { unit, tenant, now } = call;
  const sent = await findCode(unit, tenant, credential.id);
  if (sent === undefined || sent.expires_at <= now || sent.wrong_attempts >= triesPerCode) {
    const reason = 'No code can be used now: none was sent, or it expired, was already used, or was wrong too often.';
    return refuseProof(call, credential, `${reason} Start again with POST /auth/credentials/{id}/challenge.`);
  }
  const target = keyPairOf(Buffer.from(sent.target_key, 'hex'));
  const opened = target && (await openCodeBundle(target, bundle));
  if (opened === undefined) return refuseProof(call, credential, unreadableBundle);
  if (!isTheCode(sent, walletCodeDigest(call, credential.id, opened.code))) {
    saveCode(unit, { ...sent, wrong_attempts: sent.wrong_attempts + 1 });
    return refuseProof(call, credential, 'The one-time code is wrong. After three wrong ones, request a new one.');
  }
  removeCode(unit, tenant, credential.id);
  return opened;
}

const unreadableBundle =
  'encryptedOtpBundle cannot be opened. Seal {"otp_code", "public_key"} to the target of the latest code, as described.';

function isTheCode({ code_digest }: CodeRow, digest: string): boolean {
  const [one, other] = [Buffer.from(code_digest), Buffer.from(digest)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The text to sign: it confirms that this code reached the owner of this key. */
async function verificationToken(
  { unit, tenant, now, deps, caller }: VerifyCall,
  credential: CredentialRow,
  { publicKey }: SealedCode,
): Promise<string> {
  const wallet = await findWallet(unit, tenant, credential.account_id);
  if (wallet === undefined) throw new Error(`${credential.id} has no wallet`);
  const claims = {
    id: credential.id.slice('AuthMethod:'.length),
    type: credential.type === 'SMS_OTP' ? 'SMS_OTP' : 'EMAIL_OTP',
    contact: credential.nickname,
    organizationId: wallet.organizationId,
    publicKey,
    expiresAt: plusMs(now, tokenLifeMs),
  } as const;
  return writeVerificationToken(claims, serviceKey(deps.sealer, caller.environment));
}
