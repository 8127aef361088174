import { isHeldAccount, isInternalAccount } from './accounts.ts';
import type { Entry } from './entry.ts';

/** What an entry does to one internal account. */
export interface NetChange {
  readonly account: string;
  /** Of what can be spent. */
  readonly balanceMinor: bigint;
  /** Of what is set aside; `undefined` where the entry does not touch it. */
  readonly heldMinor: bigint | undefined;
}

/** One change per internal account, in the order of ids, so that two entries never wait on each other in a circle. */
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
