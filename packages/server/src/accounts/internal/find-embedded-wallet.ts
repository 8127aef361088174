import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findWallet } from '../wallets/wallet-records.ts';
import { findInternalAccount } from './find-internal-account.ts';
import type { InternalAccountRow } from './tables.ts';

/** The account of a wallet, with what its custodian calls it. */
export interface EmbeddedWallet {
  readonly account: InternalAccountRow;
  readonly keys: WalletKeys;
}

type WalletRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'WALLET_NOT_PROVISIONED'>;

/** The embedded wallet that a request names in a field, if it is one and is open. */
export async function findEmbeddedWallet(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  accountId: string,
  field: string,
): Promise<EmbeddedWallet | WalletRefusal> {
  const [account, keys] = await Promise.all([
    findInternalAccount(unit, tenant, accountId),
    findWallet(unit, tenant, accountId),
  ]);
  if (account === undefined) {
    const reason = `There is no account ${accountId}. Check the id and the environment of your token.`;
    return refuse('ACCOUNT_NOT_FOUND', reason);
  }
  if (account.type !== 'EMBEDDED_WALLET')
    return refuseFields([{ field, message: `Name an embedded wallet: ${accountId} is of the type ${account.type}.` }]);
  // Its owner is gone, with every credential and session: nobody could sign for it any more.
  if (account.status === 'CLOSED') return refuseFields([{ field, message: 'This wallet is closed.' }]);
  if (keys !== undefined) return { account, keys };
  const reason = `The embedded wallet is ${account.status}. Wait until INTERNAL_ACCOUNT.STATUS_UPDATED tells that it is ACTIVE.`;
  return refuse('WALLET_NOT_PROVISIONED', reason, { status: account.status });
}
