import type { PendingRequest } from '../../access/signed-requests/pending-request.ts';
import {
  checkSignature,
  type Requirement,
  requestSignature,
  type SignatureCode,
  type SignatureContext,
  useSignature,
} from '../../access/signed-requests/require-signature.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import { type PublicKey, readPublicKey } from '../../engines/wallet-crypto/p256.ts';
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

/**
 * The custodian seals the phrase while no transaction is open. Meanwhile the session may end or the wallet be closed,
 * so everything is checked again in the unit that marks the signature as used.
 */
export const exportInternalAccount: Handler<'exportInternalAccount'> = afterRequest(seal, async (call, sealed) => {
  if (sealed !== undefined && isRefusal(sealed)) return sealed;
  const found = await check(call);
  if (isRefusal(found)) return found;
  const { wallet, checked } = found;
  if (checked === 'UNSIGNED') {
    const parameters = { targetPublicKey: call.input.body.clientPublicKey, walletId: wallet.walletId };
    const payload = () =>
      payloadToSign({ type: 'ACTIVITY_TYPE_EXPORT_WALLET', parameters }, { ...wallet, now: call.now });
    return { status: 202, body: await requestSignature(call, { asked: askedOf(call), payload }) };
  }
  const refusal = await useSignature(call, checked);
  if (refusal !== undefined) return refusal;
  if (sealed === undefined) throw new Error('nothing was exported for a signed request');
  return { status: 200, body: { id: storedId('InternalAccount', call.input.path.id), ...sealed } };
});

/** Exports nothing for a request that is refused or not signed. */
async function seal(
  call: ExternalCall<'exportInternalAccount'>,
): Promise<Refused | { readonly encryptedWalletCredentials: string } | undefined> {
  const { deps, walletHeaders } = call;
  if (walletHeaders.signature === undefined) return undefined;
  const found = await deps.database.read((unit) => check({ ...call, unit }));
  if (isRefusal(found)) return found;
  return { encryptedWalletCredentials: await deps.custody.exportPhrase(found.wallet, found.target.uncompressed) };
}

interface Found {
  readonly wallet: WalletKeys;
  readonly target: PublicKey;
  readonly checked: 'UNSIGNED' | PendingRequest;
}

async function check(
  call: SignatureContext & Pick<ExternalCall<'exportInternalAccount'>, 'input'>,
): Promise<Found | Refused> {
  const { path, body } = call.input;
  const target = readPublicKey(body.clientPublicKey);
  if (target === undefined)
    return refuseFields([{ field: 'clientPublicKey', message: 'Send a point on the curve P-256.' }]);
  const wallet = await findEmbeddedWallet(call, path.id, 'id');
  if (isRefusal(wallet)) return wallet;
  const checked = await checkSignature(call, { asked: askedOf(call), isSigner: isSessionOf(call, path.id) });
  return checked !== 'UNSIGNED' && isRefusal(checked) ? checked : { wallet, target, checked };
}

function askedOf({ input }: Pick<ExternalCall<'exportInternalAccount'>, 'input'>): Requirement['asked'] {
  return { operation: 'exportInternalAccount', path: input.path, body: input.body };
}
