import { readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { type Call, isRefusal, type Outcome } from '../../operation/operation.ts';
import { openSession, sessionKeyOf } from '../wallet-sessions/open-session.ts';
import { refuseKey } from '../wallet-sessions/refuse-key.ts';
import { checkIdentityToken, type IssuerVerdict } from './check-identity-token.ts';
import { signedInWith } from './signed-in.ts';
import type { CredentialRow } from './tables.ts';
import { refuseProof } from './wrong-proof.ts';

interface IdentityProof {
  readonly oidcToken: string;
  readonly clientPublicKey: string;
  readonly verdict: IssuerVerdict;
}

/** Takes one request: a fresh token of the registered identity, requested with the key of the session. */
export async function verifyIdentity(
  call: Call<'verifyAuthCredential'>,
  credential: CredentialRow,
  { oidcToken, clientPublicKey, verdict }: IdentityProof,
): Promise<Outcome<'verifyAuthCredential'>> {
  const key = readPublicKey(clientPublicKey);
  if (key === undefined) return refuseKey;
  const { identity } = credential;
  const token = checkIdentityToken(call, oidcToken, { verdict, identity, clientPublicKey });
  if (isRefusal(token)) return token.code === 'UNAUTHORIZED' ? refuseProof(call, credential, token.reason) : token;
  const session = sessionKeyOf(clientPublicKey, key);
  return { status: 200, body: await openSession(call, signedInWith(credential), session, 'VERIFY') };
}
