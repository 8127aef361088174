import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { TransactionRow } from './transaction-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, TransactionRow>('findTransaction', (db, key) =>
  db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export function findTransaction(unit: Unit, tenant: number, id: string): Promise<TransactionRow | undefined> {
  return unit.first(find, { tenant, id });
}

const findOfQuote = statement<Key, TransactionRow>('findTransactionOfQuote', (db, { tenant, id }) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', (eb) =>
      eb.selectFrom('quotes').select('transaction_id').where('tenant', '=', tenant).where('id', '=', id),
    ),
);

/** The transaction that carries out a quote. */
export function findTransactionOfQuote(
  unit: Unit,
  tenant: number,
  quoteId: string,
): Promise<TransactionRow | undefined> {
  return unit.first(findOfQuote, { tenant, id: quoteId });
}

/** The same words for a transaction of another platform and one that never was. */
export function unknownTransaction(id: string): Refusal<'TRANSACTION_NOT_FOUND'> {
  return refuse(
    'TRANSACTION_NOT_FOUND',
    `There is no transaction ${id}. Check the id and the environment of your token.`,
  );
}
