import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { insertWallet } from '../wallets/wallet-records.ts';
import type { InternalAccountRow } from './tables.ts';

/** Stores the wallet that the custodian has opened for an account, and runs the hooks of the modules above. */
export async function storeOpenedWallet(
  context: WorkContext,
  { id, customer_id: customerId }: InternalAccountRow,
  keys: WalletKeys,
): Promise<void> {
  if (customerId === null) throw new Error(`${id} has a wallet but no customer`);
  insertWallet(context, id, keys);
  await context.deps.lifeCycle.onWalletOpened(context, { accountId: id, customerId });
}
