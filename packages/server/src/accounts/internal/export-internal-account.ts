import type { PendingRequest } from '../../access/signed-requests/pending-request.ts';
import {
  checkSignature,
  type Requirement,
  requestSignature,
  type SignatureCode,
  useSignature,
} from '../../access/signed-requests/require-signature.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { readPublicKey } from '../../engines/wallet-crypto/p256.ts';
import { payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import {
  afterRequest,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Refusal,
  refuseFields,
} from '../../operation/operation.ts';
import { isSessionOf } from '../wallet-sessions/session-signers.ts';
import { findEmbeddedWallet } from './find-embedded-wallet.ts';

type Refused = Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'WALLET_NOT_PROVISIONED' | SignatureCode>;

/** The wallet for which the first request gets a challenge, or the export that the signed request returns. */
type Prepared =
  | Refused
  | { readonly wallet: WalletKeys }
  | { readonly signed: PendingRequest; readonly encryptedWalletCredentials: string };

/**
 * The custodian seals the phrase while no transaction is open. The response returns it once the signature is marked as
 * used.
 */
export const exportInternalAccount: Handler<'exportInternalAccount'> = afterRequest(prepare, async (call, prepared) => {
  if (isRefusal(prepared)) return prepared;
  const { id } = call.input.path;
  if ('wallet' in prepared) {
    const { wallet } = prepared;
    const parameters = { targetPublicKey: call.input.body.clientPublicKey, walletId: wallet.walletId };
    const payload = () =>
      payloadToSign({ type: 'ACTIVITY_TYPE_EXPORT_WALLET', parameters }, { ...wallet, now: call.now });
    return { status: 202, body: await requestSignature(call, { asked: askedOf(call), payload }) };
  }
  const refusal = await useSignature(call, prepared.signed);
  if (refusal !== undefined) return refusal;
  const { encryptedWalletCredentials } = prepared;
  return { status: 200, body: { id: storedId('InternalAccount', id), encryptedWalletCredentials } };
});

async function prepare(call: ExternalCall<'exportInternalAccount'>): Promise<Prepared> {
  const { deps, input } = call;
  const target = readPublicKey(input.body.clientPublicKey);
  if (target === undefined)
    return refuseFields([{ field: 'clientPublicKey', message: 'Send a point on the curve P-256.' }]);
  const found = await deps.database.read(async (unit) => {
    const context = { ...call, unit };
    const wallet = await findEmbeddedWallet(context, input.path.id, 'id');
    if (isRefusal(wallet)) return wallet;
    const isSigner = isSessionOf(context, input.path.id);
    return { wallet, checked: await checkSignature(context, { asked: askedOf(call), isSigner }) };
  });
  if (isRefusal(found)) return found;
  const { wallet, checked } = found;
  if (checked === 'UNSIGNED') return { wallet };
  if (isRefusal(checked)) return checked;
  const encryptedWalletCredentials = await deps.custody.exportPhrase(wallet, target.uncompressed);
  return { signed: checked, encryptedWalletCredentials };
}

function askedOf({ input }: Pick<ExternalCall<'exportInternalAccount'>, 'input'>): Requirement['asked'] {
  return { operation: 'exportInternalAccount', path: input.path, body: input.body };
}
