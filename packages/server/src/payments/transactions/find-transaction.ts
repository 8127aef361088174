import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type {
  RealtimeFundingRow,
  RefundRow,
  StoredTransaction,
  TransactionParts,
  TransactionRow,
  UmaPaymentRow,
} from './transaction-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const findRefund = table('refunds').find('transaction_id');
const findFunding = table('realtime_fundings').find('transaction_id');
const findUma = table('uma_payments').find('transaction_id');

/** Whether the transaction may have the part: most have none, and then nothing is read. */
function mayHave(row: StoredTransaction): { readonly [Part in keyof TransactionParts]: boolean } {
  const isDeposit = row.funding === 'BANK_DEPOSIT' || row.funding === 'CHAIN_DEPOSIT';
  const goesToUma = row.destination_identifier?.startsWith('$') === true;
  return {
    refund: row.refund_id !== null,
    realtimeFunding: isDeposit && row.quote_id !== null,
    uma: row.funding === 'UMA_PAYMENT' || goesToUma,
  };
}

const noParts: TransactionParts = { refund: null, realtimeFunding: null, uma: null };

function mayHaveParts(row: StoredTransaction): boolean {
  return Object.values(mayHave(row)).some((has) => has);
}

/** The transaction with its parts. */
export async function withParts(unit: Unit, row: StoredTransaction): Promise<TransactionRow> {
  if (!mayHaveParts(row)) return { ...row, ...noParts };
  const key = { tenant: row.tenant, transaction_id: row.id };
  const has = mayHave(row);
  const [refund, realtimeFunding, uma] = await Promise.all([
    has.refund ? unit.first(findRefund, key) : undefined,
    has.realtimeFunding ? unit.first(findFunding, key) : undefined,
    has.uma ? unit.first(findUma, key) : undefined,
  ]);
  return { ...row, refund: refund ?? null, realtimeFunding: realtimeFunding ?? null, uma: uma ?? null };
}

/** A page of transactions with their parts: at most three statements, whatever its length. */
export async function allWithParts(
  unit: Unit,
  tenant: number,
  rows: readonly StoredTransaction[],
): Promise<TransactionRow[]> {
  const idsWith = (part: keyof TransactionParts): string[] =>
    rows.filter((row) => mayHave(row)[part]).map(({ id }) => id);
  const [refunds, fundings, umas] = await Promise.all([
    partsIn(unit, 'refunds', tenant, idsWith('refund')),
    partsIn(unit, 'realtime_fundings', tenant, idsWith('realtimeFunding')),
    partsIn(unit, 'uma_payments', tenant, idsWith('uma')),
  ]);
  return rows.map((row) => ({
    ...row,
    refund: refunds.get(row.id) ?? null,
    realtimeFunding: fundings.get(row.id) ?? null,
    uma: umas.get(row.id) ?? null,
  }));
}

interface PartTables {
  readonly refunds: RefundRow;
  readonly realtime_fundings: RealtimeFundingRow;
  readonly uma_payments: UmaPaymentRow;
}

async function partsIn<T extends keyof PartTables>(
  unit: Unit,
  table: T,
  tenant: number,
  ids: readonly string[],
): Promise<Map<string, PartTables[T]>> {
  if (ids.length === 0) return new Map();
  const found = await unit.select<PartTables[keyof PartTables]>((db) =>
    db
      .selectFrom(table as 'refunds')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('transaction_id', 'in', ids),
  );
  return new Map(found.map((part) => [part.transaction_id, part as PartTables[T]]));
}

const find = statement<Key, StoredTransaction>('findTransaction', (db, key) =>
  db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export async function findTransaction(unit: Unit, tenant: number, id: string): Promise<TransactionRow | undefined> {
  const row = await unit.first(find, { tenant, id });
  return row && withParts(unit, row);
}

/** The transactions of a list, by their ids. */
export async function findTransactions(
  unit: Unit,
  tenant: number,
  ids: readonly string[],
): Promise<Map<string, TransactionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await unit.select<StoredTransaction>((db) =>
    db.selectFrom('transactions').selectAll().where('tenant', '=', tenant).where('id', 'in', ids),
  );
  return new Map((await allWithParts(unit, tenant, rows)).map((row) => [row.id, row]));
}

const lock = table('transactions').lock('id');

/** For update: neither a request nor due work changes it before this unit ends. */
export async function lockTransaction(unit: Unit, tenant: number, id: string): Promise<TransactionRow | undefined> {
  const row = await unit.first(lock, { tenant, id });
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

/** The transaction of a quote. */
export async function findTransactionOfQuote(
  unit: Unit,
  tenant: number,
  quoteId: string,
): Promise<TransactionRow | undefined> {
  const row = await unit.first(findOfQuote, { tenant, id: quoteId });
  return row && withParts(unit, row);
}

/** The same text for a transaction of another platform and for one that never existed. */
export function unknownTransaction(id: string): Refusal<'TRANSACTION_NOT_FOUND'> {
  return refuse(
    'TRANSACTION_NOT_FOUND',
    `There is no transaction ${id}. Check the id and the environment of your token.`,
  );
}
