import { isHeldAccount, isInternalAccount } from './accounts.ts';
import type { Entry } from './entry.ts';

/** The effect of an entry on one internal account. */
export interface NetChange {
  readonly account: string;
  /** The change of the available balance. */
  readonly balanceMinor: bigint;
  /** The change of held money; `undefined` if the entry does not touch it. */
  readonly heldMinor: bigint | undefined;
}

/** One change per internal account, sorted by id, so that two entries cannot deadlock. */
export function netChanges(entry: Entry): NetChange[] {
  const net = new Map<string, NetChange>();
  for (const { account: name, amountMinor } of entry.postings) {
    const isHeld = isHeldAccount(name);
    if (!isHeld && !isInternalAccount(name)) continue;
    const account = isHeld ? name.slice('held:'.length) : name;
    const { balanceMinor, heldMinor } = net.get(account) ?? { balanceMinor: 0n, heldMinor: undefined };
    net.set(
      account,
      isHeld
        ? { account, balanceMinor, heldMinor: (heldMinor ?? 0n) + amountMinor }
        : { account, balanceMinor: balanceMinor + amountMinor, heldMinor },
    );
  }
  return [...net.values()].sort((a, b) => (a.account < b.account ? -1 : 1));
}
