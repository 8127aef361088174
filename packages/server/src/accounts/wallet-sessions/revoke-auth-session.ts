import { requireSignature } from '../../access/signed-requests/require-signature.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { lockWallet } from '../wallets/wallet-records.ts';
import { findSession } from './find-session.ts';
import { isSessionOf } from './session-signers.ts';
import { saveEnd } from './sessions-repository.ts';

export const revokeAuthSession: Handler<'revokeAuthSession'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const sought = await findSession(call, input.path.id);
  if (isRefusal(sought)) return sought;
  // Whatever ends sessions of the wallet holds this lock, so a session that is being ended does not end another one.
  await lockWallet(unit, tenant, sought.session.account_id);
  const found = await findSession(call, input.path.id);
  if (isRefusal(found)) return found;
  const { session, wallet } = found;
  const parameters = { apiKeyIds: [session.id.slice('Session:'.length)], userId: wallet.userId };
  const outcome = await requireSignature(call, {
    asked: { operation: 'revokeAuthSession', path: input.path, body: null },
    payload: () =>
      payloadToSign(
        { type: 'ACTIVITY_TYPE_DELETE_API_KEYS', parameters },
        { organizationId: wallet.organizationId, now },
      ),
    isSigner: isSessionOf(call, session.account_id),
  });
  if (isRefusal(outcome)) return outcome;
  if ('challenge' in outcome) return { status: 202, body: { ...outcome.challenge, type: session.type } };
  const { to } = mustMove('auth-session', session.status, 'REVOKE');
  await saveEnd(unit, { tenant, id: session.id, from: session.status, to, now });
  return { status: 204, body: undefined };
};
