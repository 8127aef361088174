import { requireSignature } from '../../access/signed-requests/require-signature.ts';
import { type Activity, payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { endSessionsOf } from '../wallet-sessions/sessions-of-credential.ts';
import { lockWallet } from '../wallets/wallet-records.ts';
import { listCredentials, removeCredential } from './credentials-repository.ts';
import { lockCredential } from './lock-credential.ts';
import { contactActivity } from './new-credential.ts';
import type { CredentialRow } from './tables.ts';

export const revokeAuthCredential: Handler<'revokeAuthCredential'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const credential = await lockCredential(call, input.path.id);
  if (isRefusal(credential)) return credential;
  const { account_id: accountId, type } = credential;
  const wallet = await lockWallet(unit, tenant, accountId);
  if (wallet === undefined) throw new Error(`${credential.id} has no wallet`);
  if ((await listCredentials(unit, { tenant, accountId })).length === 1) {
    const message =
      'This is the only credential of the wallet, and without it the wallet cannot be opened. Add another one first.';
    return refuseFields([{ field: 'id', message }]);
  }
  const outcome = await requireSignature(call, {
    asked: { operation: 'revokeAuthCredential', path: input.path, body: null },
    payload: () => payloadToSign(removal(credential, wallet.userId), { organizationId: wallet.organizationId, now }),
    isSigner: isSessionOf(call, accountId, (session) => session.credential_id !== credential.id),
  });
  if (isRefusal(outcome)) return outcome;
  if ('challenge' in outcome) return { status: 202, body: { ...outcome.challenge, type } };
  removeCredential(unit, credential);
  endSessionsOf(call, credential.id);
  return { status: 204, body: undefined };
};

function removal({ id, type }: CredentialRow, userId: string): Activity {
  const name = id.slice('AuthMethod:'.length);
  if (type === 'PASSKEY')
    return { type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters: { authenticatorIds: [name], userId } };
  if (type === 'OAUTH')
    return { type: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', parameters: { providerIds: [name], userId } };
  return contactActivity(type, '', userId);
}
