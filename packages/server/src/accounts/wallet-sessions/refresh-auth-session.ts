import { requireSignature } from '../../access/signed-requests/require-signature.ts';
import { readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { lockSession } from './lock-session.ts';
import { openSession, sessionKeyOf } from './open-session.ts';
import { refuseKey } from './refuse-key.ts';
import { isSessionOf } from './session-signers.ts';

export const refreshAuthSession: Handler<'refreshAuthSession'> = async (call) => {
  const { input, now } = call;
  const { clientPublicKey } = input.body;
  const key = readPublicKey(clientPublicKey);
  if (key === undefined) return refuseKey;
  const found = await lockSession(call, input.path.id);
  if (isRefusal(found)) return found;
  const { session, wallet } = found;
  const outcome = await requireSignature(call, {
    asked: { operation: 'refreshAuthSession', path: input.path, body: input.body },
    payload: () =>
      payloadToSign(
        {
          type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
          parameters: { targetPublicKey: clientPublicKey },
        },
        { organizationId: wallet.organizationId, now },
      ),
    isSigner: isSessionOf(call, session.account_id, ({ id }) => id === session.id),
  });
  if (isRefusal(outcome)) return outcome;
  if ('challenge' in outcome) return { status: 202, body: outcome.challenge };
  const signedIn = {
    accountId: session.account_id,
    credentialId: session.credential_id,
    type: session.type,
    nickname: session.nickname,
    passkeyId: session.passkey_id,
  };
  const body = await openSession(call, signedIn, sessionKeyOf(clientPublicKey, key), 'REFRESH');
  return { status: 201, body };
};
