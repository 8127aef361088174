import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { withParts } from './transaction-parts.ts';
import type { StoredTransaction, TransactionRow } from './transaction-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, StoredTransaction>('findTransaction', (db, key) =>
  db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export async function findTransaction(unit: Unit, tenant: number, id: string): Promise<TransactionRow | undefined> {
  const row = await unit.first(find, { tenant, id });
  return row && withParts(unit, row);
}

const findOfQuote = statement<Key, StoredTransaction>('findTransactionOfQuote', (db, { tenant, id }) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', (eb) =>
      eb.selectFrom('quotes').select('transaction_id').where('tenant', '=', tenant).where('id', '=', id),
    ),
);

/** The transaction that carries out a quote. */
export async function findTransactionOfQuote(
  unit: Unit,
  tenant: number,
  quoteId: string,
): Promise<TransactionRow | undefined> {
  const row = await unit.first(findOfQuote, { tenant, id: quoteId });
  return row && withParts(unit, row);
}

/** The same words for a transaction of another platform and one that never was. */
export function unknownTransaction(id: string): Refusal<'TRANSACTION_NOT_FOUND'> {
  return refuse(
    'TRANSACTION_NOT_FOUND',
    `There is no transaction ${id}. Check the id and the environment of your token.`,
  );
}
