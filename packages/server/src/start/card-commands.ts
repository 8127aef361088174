import type { CardTransactionRow } from '../cards/card-transactions/tables.ts';
import type { Database } from '../ground/database/database.ts';
import { sealedDatabase, type Vault } from '../ground/database/sealed-database.ts';
import { statement } from '../ground/database/statement.ts';
import { writeAmount } from '../ground/money/money.ts';

interface Opened {
  readonly database: Database;
  readonly deps: { readonly sealer: Vault };
}

type Lines = Readonly<Record<string, string>>;

type Exception = Pick<
  CardTransactionRow,
  'id' | 'card_id' | 'currency' | 'direction' | 'settled_minor' | 'refunded_minor' | 'taken_minor' | 'updated_at'
> & { readonly platform_id: string; readonly environment: string };

/** As many as one can scroll through on a screen. */
const mostShown = 500;

const list = statement<Record<never, never>, Exception>('listCardExceptions', (db) =>
  db
    .selectFrom('card_transactions as t')
    .innerJoin('platforms as p', 'p.tenant', 't.tenant')
    .select(['t.id', 't.card_id', 't.currency', 't.direction', 't.settled_minor', 't.refunded_minor', 't.taken_minor'])
    .select(['t.updated_at', 'p.platform_id', 'p.environment'])
    .where('t.status', '=', 'EXCEPTION')
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(mostShown),
);

/** Lists what was paid on cards and could not be taken from an account, or was given back and could not be credited. */
export async function showCardExceptions({ database, deps }: Opened): Promise<Lines> {
  const rows = await sealedDatabase(database, deps.sealer).read((unit) => unit.all(list, {}));
  if (rows.length === 0) return { 'card exceptions': 'none' };
  return Object.fromEntries(rows.map((row) => [row.id, explain(row)]));
}

function explain(row: Exception): string {
  const amount = (minor: bigint): string => writeAmount(minor, row.currency);
  const where = `${row.card_id} of ${row.platform_id} in ${row.environment}, since ${row.updated_at}`;
  return row.direction === 'DEBIT'
    ? `${where}: the merchant was paid ${amount(row.settled_minor)} and gave back ${amount(row.refunded_minor)}; the customer was charged ${amount(row.taken_minor)}`
    : `${where}: the merchant gave back ${amount(row.settled_minor)}, of which ${amount(-row.taken_minor)} belong to the customer or are owed to them`;
}
