import { createHash } from 'node:crypto';
import { requireSignature } from '../../access/signed-requests/require-signature.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { type Activity, payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';
import { type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { findEmbeddedWallet } from './find-embedded-wallet.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import type { InternalAccountRow } from './tables.ts';

export const updateInternalAccount: Handler<'updateInternalAccount'> = async (call) => {
  const { input, unit, tenant, now, deps } = call;
  const { id } = input.path;
  const { privateEnabled } = input.body;
  if (privateEnabled === undefined)
    return refuseFields([{ field: 'privateEnabled', message: 'Send at least one setting to change.' }]);
  const wallet = await findEmbeddedWallet(call, id, 'id');
  if (isRefusal(wallet)) return wallet;
  const { organizationId } = wallet;
  const outcome = await requireSignature(call, {
    asked: { operation: 'updateInternalAccount', path: input.path, body: input.body },
    payload: () => payloadToSign(privacyActivity(wallet, { accountId: id, privateEnabled }), { organizationId, now }),
    isSigner: isSessionOf(call, id),
  });
  if (isRefusal(outcome)) return outcome;
  if ('challenge' in outcome) return { status: 202, body: outcome.challenge };
  const changed = await unit.first(setPrivacy, { tenant, id, isPrivate: privateEnabled ? 1 : 0, now });
  if (changed === undefined) throw new Error(`${id} is gone although accounts are never deleted`);
  return { status: 200, body: viewInternalAccount(changed, deps.funding) };
};

/** The wallet signs a digest of the requested change. */
function privacyActivity({ signingKeyId }: WalletKeys, wish: object): Activity {
  return {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: {
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
      payload: createHash('sha256').update(canonicalJson(wish)).digest('hex'),
      signWith: signingKeyId,
    },
  };
}

interface Privacy {
  readonly tenant: number;
  readonly id: string;
  readonly isPrivate: number;
  readonly now: Instant;
}

const setPrivacy = statement<Privacy, InternalAccountRow>('setPrivacy', (db, { tenant, id, isPrivate, now }) =>
  db
    .updateTable('internal_accounts')
    .set({ is_private: isPrivate, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .returningAll(),
);
