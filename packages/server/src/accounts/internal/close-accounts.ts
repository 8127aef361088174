import { sortedBy, statement } from '../../ground/database/statement.ts';
import { viewAmount } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import { changeAccountStatus } from './change-account-status.ts';
import type { InternalAccountRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

const lockAccounts = statement<Key, InternalAccountRow>('takeAccountsOfCustomer', (db, key, engine) => {
  const query = db
    .selectFrom('internal_accounts')
    .selectAll()
    .where('tenant', '=', key.tenant)
    .where('customer_id', '=', key.customerId)
    .orderBy(sortedBy(engine, 'id'));
  return engine === 'postgres' ? query.forUpdate() : query;
});

/**
 * Closes every account of a customer, so that it cannot be credited or debited any more. Returns those that cannot be
 * closed: with money, frozen by a check, or still being set up. Payments are checked afterwards, because no new payment
 * can start once the accounts are closed.
 */
export async function closeAccountsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  const { unit, tenant } = context;
  // A concurrent payment that moves money of these accounts waits for this lock and then finds them closed.
  const accounts = await unit.all(lockAccounts, { tenant, customerId });
  const held = accounts.filter((account) => totalMinor(account) > 0n || isUndecided(account.status));
  if (held.length > 0) return dependents(held);
  for (const account of accounts.filter(({ status }) => status === 'ACTIVE')) {
    if ((await changeAccountStatus(context, account, 'CLOSE')) === undefined)
      throw new Error(`${account.id} changed although it was locked`);
  }
  return dependents([]);
}

function dependents(held: readonly InternalAccountRow[]): Dependents {
  const accounts = held.map((account) => ({
    accountId: account.id,
    status: account.status,
    balance: viewAmount(account.balance_minor, account.currency, account.token),
    totalBalance: viewAmount(totalMinor(account), account.currency, account.token),
  }));
  return { ids: held.map(({ id }) => id), details: { accounts } };
}

/** The balance, and the amount held for a purchase that a merchant may still settle. */
function totalMinor({ balance_minor: balance, held_minor: held }: InternalAccountRow): bigint {
  return balance + held;
}

function isUndecided(status: string): boolean {
  return status === 'FROZEN' || status === 'PENDING';
}
