import { readJson } from '../../ground/json/json-text.ts';
import { type AccountKind, accountKind } from './account-facts.ts';
import type { AccountInfo, ExternalAccountRow } from './tables.ts';

/** Payments over this network go to an invoice or an alias, and no key of the owner proves control of it. */
const networkWithoutWallets = 'LIGHTNING';

/** Whether the owner of the wallet holds its keys, and no provider does. */
export function isSelfCustodyWallet({ network }: AccountKind, info: AccountInfo): boolean {
  return network !== null && network !== networkWithoutWallets && info['vaspName'] === undefined;
}

/** The network and address of a stored self-custody wallet; `undefined` for any other account. */
export function selfCustodyWallet(row: ExternalAccountRow): { network: string; address: string } | undefined {
  const kind = accountKind(row.account_type);
  const isWallet = isSelfCustodyWallet(kind, readJson(row.account_info));
  return isWallet && kind.network !== null ? { network: kind.network, address: row.identifier } : undefined;
}
