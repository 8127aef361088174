import { readJson } from '../../ground/json/json-text.ts';
import { type AccountKind, accountKind } from './account-facts.ts';
import type { AccountInfo, ExternalAccountRow } from './tables.ts';

/** What is paid over this network is an invoice or an alias, and no key of its owner's answers for it. */
const networkWithoutWallets = 'LIGHTNING';

/** A wallet whose keys its owner holds, and nobody for them. */
export function isSelfCustodyWallet({ network }: AccountKind, info: AccountInfo): boolean {
  return network !== null && network !== networkWithoutWallets && info['vaspName'] === undefined;
}

/** The network and address of a stored wallet whose keys its owner holds; `undefined` for any other account. */
export function selfCustodyWallet(row: ExternalAccountRow): { network: string; address: string } | undefined {
  const kind = accountKind(row.account_type);
  const isWallet = isSelfCustodyWallet(kind, readJson(row.account_info));
  return isWallet && kind.network !== null ? { network: kind.network, address: row.identifier } : undefined;
}
