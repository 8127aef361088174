import { createHash } from 'node:crypto';
import { storePendingRequest } from '../../access/signed-requests/pending-request.ts';
import { readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { type Call, type Handler, isRefusal, type Outcome, refuseFields } from '../../operation/operation.ts';
import { refuseKey } from '../wallet-sessions/refuse-key.ts';
import { findWallet } from '../wallets/wallet-records.ts';
import { countCode } from './attempt-limits.ts';
import { viewCredential } from './credential-view.ts';
import { saveAttempts } from './credentials-repository.ts';
import { lockCredential } from './lock-credential.ts';
import { sendWalletCode } from './send-code.ts';
import type { CredentialRow } from './tables.ts';

type ChallengeCall = Call<'challengeAuthCredential'>;

export const challengeAuthCredential: Handler<'challengeAuthCredential'> = async (call) => {
  const credential = await lockCredential(call, call.input.path.id);
  if (isRefusal(credential)) return credential;
  const { type } = credential;
  if (type === 'OAUTH') {
    const message = 'A credential of type OAUTH has no challenge. Get a token from the provider and verify it.';
    return refuseFields([{ field: 'id', message }]);
  }
  if (type === 'PASSKEY') return challengePasskey(call, credential);
  const counted = countCode(credential, call.now);
  if (isRefusal(counted)) return counted;
  saveAttempts(call.unit, counted);
  const otpEncryptionTargetBundle = await sendWalletCode(call, counted);
  return { status: 200, body: { ...viewCredential(counted), type, otpEncryptionTargetBundle } };
};

/** The challenge is the digest of its purpose: a session for this key, requested at this moment. */
async function challengePasskey(
  call: ChallengeCall,
  credential: CredentialRow,
): Promise<Outcome<'challengeAuthCredential'>> {
  const { input, unit, tenant, now } = call;
  const clientPublicKey = input.body?.clientPublicKey;
  if (clientPublicKey === undefined) {
    const message = 'Send the public key of the session that the passkey opens.';
    return refuseFields([{ field: 'clientPublicKey', message }]);
  }
  if (readPublicKey(clientPublicKey) === undefined) return refuseKey;
  const { account_id: accountId, passkey } = credential;
  const wallet = await findWallet(unit, tenant, accountId);
  if (wallet === undefined || passkey === null) throw new Error(`${credential.id} has no wallet or no passkey`);
  const payload = payloadToSign(
    { type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters: { targetPublicKey: clientPublicKey } },
    { organizationId: wallet.organizationId, now },
  );
  const challenge = createHash('sha256').update(payload, 'utf8').digest('hex');
  const asked = { operation: 'verifyAuthCredential', path: input.path, body: null } as const;
  const { requestId, expiresAt } = storePendingRequest(call, asked, { payload, facts: { challenge, clientPublicKey } });
  const challenged = { ...credential, updated_at: now };
  saveAttempts(unit, challenged);
  const shown = { ...viewCredential(challenged), credentialId: readJson(passkey).credentialId };
  return { status: 200, body: { ...shown, type: 'PASSKEY', challenge, requestId, expiresAt } };
}
