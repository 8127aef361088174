import type { WalletKeys } from '../../engines/custody/custody.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { WalletRow } from './tables.ts';

/** Stores the keys of a wallet that the custodian has just opened for an account. */
export function insertWallet({ unit, tenant, now }: WorkContext, accountId: string, keys: WalletKeys): void {
  const row: WalletRow = {
    tenant,
    account_id: accountId,
    organization_id: keys.organizationId,
    user_id: keys.userId,
    wallet_id: keys.walletId,
    signing_key_id: keys.signingKeyId,
    secret: keys.secret,
    opened_at: now,
  };
  unit.insert('wallets', [row]);
}

const wallets = table('wallets');
const find = wallets.find('account_id');

/** The wallet of an account; `undefined` for other accounts and before it is open. */
export async function findWallet(unit: Unit, tenant: number, accountId: string): Promise<WalletKeys | undefined> {
  const row = await unit.first(find, { tenant, account_id: accountId });
  return row && walletKeysOf(row);
}

const take = wallets.lock('account_id');

/** Locks the wallet for a change of its credentials: no other unit changes them until this one ends. */
export async function lockWallet(unit: Unit, tenant: number, accountId: string): Promise<WalletKeys | undefined> {
  const row = await unit.first(take, { tenant, account_id: accountId });
  return row && walletKeysOf(row);
}

function walletKeysOf(row: WalletRow): WalletKeys {
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    walletId: row.wallet_id,
    signingKeyId: row.signing_key_id,
    secret: row.secret,
  };
}
