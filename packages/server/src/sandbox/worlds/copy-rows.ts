import { type RawBuilder, sql } from 'kysely';
import { orphanFileTimers } from '../../engines/files/orphan-files.ts';
import type { Engine } from '../../ground/database/statement.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type TenantTable, tenantTableNames, tenantTables } from './tenant-tables.ts';

/**
 * The most rows that are copied in one unit, which holds the writer of SQLite: about a tenth of a second for this many.
 */
export const mostRows = 20_000;

/** A row with recomputed digests takes as long as this many others. */
export const digestWeight = 20;
const digested: { readonly [T in TenantTable]?: RawBuilder<unknown> } = {
  external_accounts: sql`true`,
  transactions: sql`source_identifier is not null`,
  wallet_credentials: sql`true`,
};

export interface Copying {
  readonly from: number;
  readonly to: number;
}

type Change = (copying: Copying) => RawBuilder<unknown>;

const nothing: Change = () => sql`null`;
/** Files are copied under the same name into the folder of the copy. */
const ownFile: Change = ({ from, to }) =>
  sql`cast(${`${to}/`} as text) || substr(file_key, cast(${String(from).length + 2} as integer))`;

/** A file that a check has refused stays refused under the name that it has in the copy. */
const ownRefusedFiles: Change = ({ from, to }) =>
  sql`replace(refused, cast(${`"fileKey":"${from}/`} as text), cast(${`"fileKey":"${to}/`} as text))`;

/** The columns that change in the copy of a row. Claims are released; values unique across tenants stay unique. */
const changes: { readonly [T in TenantTable]?: Readonly<Record<string, Change>> } = {
  timers: { leased_until_ms: nothing },
  deliveries: {
    leased_until: nothing,
    // The claim has moved `due_at` to the end of its lease.
    due_at: () => sql`case when leased_until is null then due_at else created_at end`,
  },
  agents: { token_hash: nothing },
  // The request log stays with the original.
  events: { request_id: nothing },
  invitations: { code_digest: ({ to }) => sql`cast(${`copy ${to} `} as text) || code_digest` },
  documents: { file_key: ownFile },
  bulk_import_jobs: { file_key: ownFile },
  verifications: { refused: ownRefusedFiles },
  // Recomputed later: digests of equal texts differ between tenants.
  external_accounts: { identifier_digest: nothing },
  transactions: { source_identifier_digest: nothing },
};

/** Columns whose values the store generates. Rows are copied in their order. */
const positions: { readonly [T in TenantTable]?: string } = {
  events: 'position',
  delivery_attempts: 'position',
};

const copied = tenantTableNames.filter((name) => tenantTables[name].isCopied);

const known: Record<Engine, Map<TenantTable, readonly string[]>> = { sqlite: new Map(), postgres: new Map() };

/** The columns of the store itself, so that a new one is never forgotten. */
async function columnsOf(unit: Unit, name: TenantTable): Promise<readonly string[]> {
  const found = known[unit.engine].get(name);
  if (found !== undefined) return found;
  const query =
    unit.engine === 'sqlite'
      ? sql<{ readonly name: string }>`select name from pragma_table_info(${name})`
      : sql<{ readonly name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${name}`;
  const columns = (await unit.select((db) => rawQuery(query, db))).map((row) => row.name);
  known[unit.engine].set(name, columns);
  return columns;
}

async function copyTable(unit: Unit, name: TenantTable, copying: Copying): Promise<void> {
  const position = positions[name];
  const columns = (await columnsOf(unit, name)).filter((column) => column !== position);
  const own: Readonly<Record<string, Change>> = { tenant: ({ to }) => sql`cast(${to} as integer)`, ...changes[name] };
  const values = columns.map((column) => own[column]?.(copying) ?? sql.ref(column));
  // Files that are not yet attached to a row are not copied.
  const besides = name === 'timers' ? sql` and kind <> ${orphanFileTimers}` : sql``;
  const key: readonly string[] = tenantTables[name].key;
  const ordered = sql.join([position ?? '', ...key].map((column) => sql.ref(column)));
  const order = position === undefined ? sql`` : sql` order by ${ordered}`;
  const text = sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${sql.table(name)} where tenant = ${copying.from}${besides}${order}`;
  await unit.select((db) => rawQuery(text, db));
}

/** Copies the rows of one tenant to another one, as this unit sees them. */
export async function copyRows(unit: Unit, copying: Copying): Promise<void> {
  for (const name of copied) await copyTable(unit, name, copying);
}

async function countUpTo(unit: Unit, name: TenantTable, which: RawBuilder<unknown>, most: number): Promise<number> {
  const [counted] = await unit.select((db) =>
    rawQuery(
      sql<{ readonly count: number | bigint }>`select count(*) as count from (
        select 1 as one from ${sql.table(name)} where ${which} limit ${most + 1}) as counted`,
      db,
    ),
  );
  return Number(counted?.count ?? 0);
}

/** Whether there are too many rows for one unit. */
export async function isTooLarge(unit: Unit, tenant: number): Promise<boolean> {
  let rows = 0;
  for (const name of copied) {
    const own = sql`tenant = ${tenant}`;
    rows += await countUpTo(unit, name, own, mostRows);
    const again = digested[name];
    if (again !== undefined)
      rows += (digestWeight - 1) * (await countUpTo(unit, name, sql`${own} and ${again}`, mostRows / digestWeight));
    if (rows > mostRows) return true;
  }
  return false;
}
