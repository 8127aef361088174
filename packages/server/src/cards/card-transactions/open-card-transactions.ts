import { statement } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import type { CardTransactionRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

/** The largest number of transactions that a refusal lists. */
const named = 20;

const findOpen = statement<Key, Pick<CardTransactionRow, 'id' | 'status'>>('findOpenCardTransactions', (db, key) =>
  db
    .selectFrom('card_transactions')
    .select(['id', 'status'])
    .where('tenant', '=', key.tenant)
    .where('customer_id', '=', key.customerId)
    .where((row) =>
      row.or([row('status', 'in', ['AUTHORIZED', 'PARTIALLY_SETTLED']), row('pending_pull_count', '>', 0)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(named),
);

/** Open authorizations and pending pulls prevent the deletion of a customer. */
export async function findOpenCardTransactions({ unit, tenant }: WorkContext, customerId: string): Promise<Dependents> {
  const open = await unit.all(findOpen, { tenant, customerId });
  const cardTransactions = open.map(({ id, status }) => ({ cardTransactionId: id, status }));
  return { ids: open.map(({ id }) => id), details: { cardTransactions } };
}
