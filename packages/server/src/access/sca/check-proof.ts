import { checkAssertion } from '../../engines/webauthn/webauthn.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { useAppCode } from './authenticator-apps.ts';
import { codeText, passkeyChallenge, type Subject } from './challenge.ts';
import type { Factors, ScaSettings } from './factors.ts';
import { saveSignCount } from './passkeys-repository.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import type { ChallengeRow } from './tables.ts';

/** The customer's proof: a code, or the assertion of a passkey with its origin. */
export type Proof =
  | { readonly code: string }
  | { readonly assertion: Readonly<Record<string, unknown>>; readonly origin: string };

interface ProofBody {
  readonly code?: string | null;
  readonly passkeyAssertion?: Readonly<Record<string, unknown>> | null;
  readonly origin?: string | null;
}

/** Reads the proof of a body, which must have exactly one, or returns the errors of its fields. */
export function readProof({ code, passkeyAssertion, origin }: ProofBody): Proof | readonly FieldError[] {
  const hasCode = typeof code === 'string';
  const hasAssertion = passkeyAssertion !== undefined && passkeyAssertion !== null;
  if (hasCode && hasAssertion) {
    return [{ field: 'passkeyAssertion', message: 'Send only one proof: omit either this field or code.' }];
  }
  if (hasCode) return { code };
  if (!hasAssertion) return [{ field: 'code', message: 'Send a code, or passkeyAssertion with origin.' }];
  if (typeof origin !== 'string') return [{ field: 'origin', message: 'Send the origin with the assertion.' }];
  return { assertion: passkeyAssertion, origin };
}

export function isProof(read: Proof | readonly FieldError[]): read is Proof {
  return !Array.isArray(read);
}

export interface Proving {
  readonly challenge: ChallengeRow;
  readonly subject: Subject;
  readonly factors: Factors;
  readonly settings: ScaSettings;
  readonly proof: Proof;
}

/** Returns the error of a proof for an open challenge, or `undefined` for a valid proof, which cannot be used again. */
export async function checkProof(context: WorkContext, proving: Proving): Promise<FieldError | undefined> {
  const { challenge, proof } = proving;
  if (!('code' in proof)) return checkPasskey(context, proving);
  const countsApp = readJson(challenge.available_factors).includes('TOTP');
  const isRight =
    isSentCode(context, proving, proof.code) || (countsApp && (await isAppCode(context, proving, proof.code)));
  return isRight ? undefined : { field: 'code', message: 'It is wrong or has expired.' };
}

function isSentCode({ deps }: WorkContext, { challenge, subject, factors }: Proving, code: string): boolean {
  const { id: challengeId, code_digest: digest } = challenge;
  if (digest === null || factors.phone === undefined) return false;
  // No constant-time comparison is needed: a caller cannot choose the digest of what it sends.
  return digest === deps.sealer.digest(codeText({ challengeId, binding: subject.binding, phone: factors.phone, code }));
}

/** A customer who has lost the app can log in with a recovery code. Payments do not accept recovery codes. */
async function isAppCode(context: WorkContext, { challenge }: Proving, code: string): Promise<boolean> {
  const { customer_id: customerId, kind } = challenge;
  if (await useAppCode(context, { customerId, code })) return true;
  return kind === 'LOGIN' && (await useRecoveryCode(context, customerId, code));
}

async function checkPasskey(
  context: WorkContext,
  { challenge, subject, factors: { passkey }, settings, proof }: Proving,
): Promise<FieldError | undefined> {
  if ('code' in proof) throw new Error('a code is not an assertion');
  if (settings.passkeys?.allowedOrigins.includes(proof.origin) !== true)
    return { field: 'origin', message: 'It is not one of the allowed origins.' };
  const invalid = { field: 'passkeyAssertion', message: 'It is not valid for this challenge.' };
  const { passkey_options: options } = challenge;
  // A passkey that was enrolled since is not the one that was asked for.
  const asked = options === null ? [] : readJson(options).allowCredentials.map(({ id }) => id);
  if (passkey === undefined || !asked.includes(passkey.credential_id)) return invalid;
  const signCount = await checkAssertion(
    proof.assertion,
    {
      challenge: passkeyChallenge(challenge.passkey_nonce, subject.binding),
      origin: proof.origin,
      relyingPartyId: passkey.relying_party_id,
      demandsVerifiedUser: true,
    },
    { credentialId: passkey.credential_id, publicKey: passkey.public_key, signCount: passkey.sign_count },
  );
  if (signCount === undefined) return invalid;
  saveSignCount(context.unit, passkey, signCount);
  return undefined;
}
