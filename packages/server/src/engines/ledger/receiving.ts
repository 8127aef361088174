import type { Unit } from '../../ground/database/unit.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { Entry } from './entry.ts';
import { netChanges } from './net-changes.ts';
import { lockAccount } from './post-entry.ts';

export interface ReceivingContext {
  readonly unit: Unit;
  readonly tenant: number;
}

/**
 * Whether every internal account that the entry credits can receive it. Call it before anything is written, because a
 * failed credit changes how a payment ends. A closed account receives nothing, and no balance exceeds the largest
 * amount that the interface can represent. `payee`, the account that is paid, must be active. Other accounts may be
 * frozen: they still receive their own refunds and fees.
 */
export async function canBeCredited(
  { unit, tenant }: ReceivingContext,
  entry: Entry,
  payee: string | null = null,
): Promise<boolean> {
  for (const { account, balanceMinor, heldMinor = 0n } of netChanges(entry)) {
    const growth = balanceMinor + heldMinor;
    if (growth <= 0n) continue;
    // The lock lasts until the unit ends, so the result is still true when the entry is posted.
    const found = await unit.first(lockAccount, { tenant, account });
    if (found === undefined) throw new Error(`the ledger has no account ${account}`);
    const isOpen = found.status === 'ACTIVE' || (found.status === 'FROZEN' && account !== payee);
    if (!isOpen || found.balance_minor + found.held_minor + growth > largestWireMinor) return false;
  }
  return true;
}
