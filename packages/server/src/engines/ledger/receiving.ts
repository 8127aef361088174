import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { Entry } from './entry.ts';
import { type ChangedAccount, netChanges } from './post-entry.ts';

type Receiver = Pick<ChangedAccount, 'id' | 'status' | 'balance_minor'>;

/** Holds the account until the unit ends, so that what is found out here is still true when the entry is posted. */
const hold = statement<{ readonly tenant: number; readonly account: string }, Receiver>(
  'holdReceiver',
  (db, { tenant, account }, engine) => {
    const found = db
      .selectFrom('internal_accounts')
      .select(['id', 'status', 'balance_minor'])
      .where('tenant', '=', tenant)
      .where('id', '=', account);
    return engine === 'postgres' ? found.forUpdate() : found;
  },
);

export interface ReceivingContext {
  readonly unit: Unit;
  readonly tenant: number;
}

/**
 * Whether every internal account that the entry credits can take it. It is asked before anything is written,
 * because what cannot be credited changes how a payment ends. An account takes nothing once it is closed, and
 * nothing that would carry its balance beyond what can be written; `payee`, who is paid, has to be active
 * besides, while a frozen account still gets its own refunds and fees.
 */
export async function canBeCredited(
  { unit, tenant }: ReceivingContext,
  entry: Entry,
  payee: string | null = null,
): Promise<boolean> {
  for (const [account, amountMinor] of netChanges(entry)) {
    if (amountMinor <= 0n) continue;
    const found = await unit.first(hold, { tenant, account });
    if (found === undefined) throw new Error(`the ledger has no account ${account}`);
    const isOpen = found.status === 'ACTIVE' || (found.status === 'FROZEN' && account !== payee);
    if (!isOpen || found.balance_minor + amountMinor > largestWireMinor) return false;
  }
  return true;
}
