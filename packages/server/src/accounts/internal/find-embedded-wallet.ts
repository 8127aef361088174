import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findWallet } from '../wallets/wallet-records.ts';
import { findInternalAccount } from './find-internal-account.ts';

type WalletRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'WALLET_NOT_PROVISIONED'>;

/** The keys of the open embedded wallet that a field of the request names, or a refusal. */
export async function findEmbeddedWallet(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  accountId: string,
  field: string,
): Promise<WalletKeys | WalletRefusal> {
  const [account, keys] = await Promise.all([
    findInternalAccount(unit, tenant, accountId),
    findWallet(unit, tenant, accountId),
  ]);
  if (account === undefined) {
    const reason = `There is no account ${accountId}. Check the id and the environment of your token.`;
    return refuse('ACCOUNT_NOT_FOUND', reason);
  }
  if (account.type !== 'EMBEDDED_WALLET')
    return refuseFields([
      { field, message: `Send the id of an embedded wallet: ${accountId} is of type ${account.type}.` },
    ]);
  // The owner was deleted with every credential and session, so no one could sign for it.
  if (account.status === 'CLOSED')
    return refuseFields([{ field, message: 'This wallet is closed. Send the id of an open one.' }]);
  if (keys !== undefined) return keys;
  const reason = `The embedded wallet is ${account.status}. Wait until INTERNAL_ACCOUNT.STATUS_UPDATED reports that it is ACTIVE.`;
  return refuse('WALLET_NOT_PROVISIONED', reason, { status: account.status });
}
