import type { PasskeyAssertion } from '@payments-platform/types';
import { findPendingRequest, usePendingRequest } from '../../access/signed-requests/pending-request.ts';
import { readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { type Call, isRefusal, type Outcome, refuse } from '../../operation/operation.ts';
import { openSession, sessionKeyOf } from '../wallet-sessions/open-session.ts';
import { readAssertion } from './check-passkey.ts';
import { saveAttempts } from './credentials-repository.ts';
import { signedInWith } from './signed-in.ts';
import type { CredentialRow } from './tables.ts';
import { refuseProof } from './wrong-proof.ts';

const over = refuse(
  'UNAUTHORIZED',
  'The Request-Id was already used or has expired. Request a new challenge with POST /auth/credentials/{id}/challenge.',
);

/** Takes one request: the assertion with the id of the challenge that it answers. */
export async function verifyPasskey(
  call: Call<'verifyAuthCredential'>,
  credential: CredentialRow,
  assertion: PasskeyAssertion,
): Promise<Outcome<'verifyAuthCredential'>> {
  const { input, unit, walletHeaders, deps } = call;
  const { requestId } = walletHeaders;
  if (requestId === undefined)
    return refuse('REQUEST_ID_MISSING', 'The header Request-Id is missing. Send the requestId of the challenge in it.');
  const asked = { operation: 'verifyAuthCredential', path: input.path, body: null } as const;
  const waiting = await findPendingRequest(call, asked, requestId);
  if (isRefusal(waiting)) return waiting;
  if (waiting.isOver) return over;
  const { challenge, clientPublicKey } = waiting.facts;
  const key = readPublicKey(clientPublicKey ?? '');
  if (credential.passkey === null || challenge === undefined || key === undefined || clientPublicKey === undefined)
    throw new Error(`${waiting.requestId} has no passkey challenge`);
  const passkey = { ...readJson(credential.passkey), signCount: credential.sign_count ?? 0 };
  const signCount = deps.rules.isStandingAssertion(assertion.signature)
    ? passkey.signCount
    : await readAssertion(assertion, challenge, passkey);
  if (typeof signCount === 'string') return refuseProof(call, credential, `The assertion ${signCount}.`);
  if (!(await usePendingRequest(call, waiting))) return over;
  saveAttempts(unit, { ...credential, sign_count: signCount });
  const session = sessionKeyOf(clientPublicKey, key);
  return { status: 200, body: await openSession(call, signedInWith(credential), session, 'VERIFY') };
}
