import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { accountKind } from '../accounts/external/account-facts.ts';
import { fingerprintOf } from '../accounts/external/fingerprint.ts';
import { outcomeOf } from '../engines/due-work/due-timers.ts';
import type { DueWork, Report } from '../engines/due-work/due-work.ts';
import { listTroubledWork, recordOutcomes } from '../engines/due-work/troubled-work.ts';
import { earliestOf, type Instant } from '../ground/clock/instant.ts';
import type { Schema } from '../ground/database/schema.ts';
import { digestText } from '../ground/database/sealed-columns.ts';
import { type Statement, statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';
import { readJson } from '../ground/json/json-text.ts';
import type { ServerDeps } from '../operation/deps.ts';

/** The number of rows of a table that are sealed in one unit. */
const pageSize = 100;

/** The conditions of the partial indexes over rows that an earlier version stored in clear text. */
const openCustomers = sql<SqlBool>`substr(profile, 1, 7) <> 'sealed:'`;
const openAccounts = sql<SqlBool>`identifier_digest is null`;
const openTransactions = sql<SqlBool>`substr(destination_identifier, 1, 7) <> 'sealed:' and substr(destination_identifier, 1, 1) <> '$'`;

interface Key {
  readonly tenant: number;
  readonly id: string;
}

type Customer = Key & Pick<Selectable<Schema['customers']>, 'email' | 'phone_number' | 'profile' | 'consent'>;

const sealCustomer = statement<Customer>('sealCustomer', (db, row) =>
  db
    .updateTable('customers')
    .set({ email: row.email, phone_number: row.phone_number, profile: row.profile, consent: row.consent })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

type Account = Key &
  Pick<
    Selectable<Schema['external_accounts']>,
    'identifier' | 'account_info' | 'beneficiary_verified_name' | 'fingerprint'
  >;

const sealAccount = statement<Account>('sealExternalAccount', (db, row) =>
  db
    .updateTable('external_accounts')
    .set({
      identifier: row.identifier,
      account_info: row.account_info,
      beneficiary_verified_name: row.beneficiary_verified_name,
      fingerprint: row.fingerprint,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

interface Transaction extends Key {
  readonly destination_identifier: string | null;
  readonly remittance_information: string | null;
}

const sealTransaction = statement<Transaction>('sealTransaction', (db, row) =>
  db
    .updateTable('transactions')
    .set({
      destination_identifier: row.destination_identifier,
      remittance_information: row.remittance_information,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

interface OpenRows {
  readonly table: 'customers' | 'external_accounts' | 'transactions';
  /** A page of rows with all columns that sealing needs. */
  readonly page: Statement<{ readonly now: Instant }, Key>;
  readonly keys: Statement<{ readonly now: Instant }, Key>;
  readonly first: Statement<{ readonly now: Instant }, Key>;
}

/**
 * The rows of a table that are still to be sealed, without those that failed and wait for their retry. Prepared
 * statements, since they run at every step of the clock.
 */
function openRows(table: OpenRows['table'], isOpen: Expression<SqlBool>): OpenRows {
  const rows = (db: Kysely<Schema>, now: Instant) =>
    db
      .selectFrom(table as 'customers')
      .where(isOpen)
      // In the order of the index: PostgreSQL estimates that all rows match, and would otherwise scan the table.
      .orderBy('tenant')
      .orderBy('id')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('troubled_work')
              .select('troubled_work.id')
              .where('troubled_work.kind', '=', 'older_rows')
              .whereRef('troubled_work.tenant', '=', `${table as 'customers'}.tenant`)
              .whereRef('troubled_work.id', '=', `${table as 'customers'}.id`)
              .where(({ or, eb }) => or([eb('retry_at', 'is', null), eb('retry_at', '>', now)])),
          ),
        ),
      );
  return {
    table,
    page: statement(`listOpen:${table}`, (db, { now }) => rows(db, now).selectAll().limit(pageSize)),
    keys: statement(`listOpenKeys:${table}`, (db, { now }) => rows(db, now).select(['tenant', 'id']).limit(pageSize)),
    first: statement(`findOpen:${table}`, (db, { now }) => rows(db, now).select(['tenant', 'id']).limit(1)),
  };
}

interface Part extends OpenRows {
  /** Rewriting a row is enough: the database seals what it writes. */
  readonly seal: (unit: Unit, sealer: ServerDeps['sealer'], row: never) => void;
}

const parts: readonly Part[] = [
  {
    ...openRows('customers', openCustomers),
    seal: (unit, _sealer, row: Customer) => unit.write(sealCustomer, row),
  },
  { ...openRows('external_accounts', openAccounts), seal: writeAccount },
  {
    ...openRows('transactions', openTransactions),
    seal: (unit, _sealer, row: Transaction) => unit.write(sealTransaction, row),
  },
];

function writeAccount(unit: Unit, sealer: ServerDeps['sealer'], row: Selectable<Schema['external_accounts']>): void {
  const account = { kind: accountKind(row.account_type), info: readJson(row.account_info) };
  const fingerprint = fingerprintOf(account, row.customer_id, row.currency, (text) =>
    sealer.digest(digestText(row.tenant, text)),
  );
  unit.write(sealAccount, { ...row, fingerprint });
}

async function sealPage(deps: ServerDeps, report: Report): Promise<number> {
  const now = deps.clock.now();
  try {
    return await deps.database.transaction(async (unit) => {
      let sealed = 0;
      for (const part of parts) {
        const rows = await unit.all(part.page, { now });
        for (const row of rows) part.seal(unit, deps.sealer, row as never);
        sealed += rows.length;
      }
      return sealed;
    });
  } catch {
    // A row of the page cannot be sealed, or not even be read. One row at a time shows which.
    let looked = 0;
    for (const part of parts) looked += await sealOneByOne(deps, part, report);
    return looked;
  }
}

async function sealOneByOne(deps: ServerDeps, part: Part, report: Report): Promise<number> {
  const { database, clock, sealer } = deps;
  const keys = await database.read((unit) => unit.all(part.keys, { now: clock.now() }));
  const sealOne = (key: Key): Promise<void> =>
    database.transaction(async (unit) => {
      const [row] = await unit.select((db) =>
        db
          .selectFrom(part.table as 'customers')
          .selectAll()
          .where('tenant', '=', key.tenant)
          .where('id', '=', key.id),
      );
      part.seal(unit, sealer, row as never);
    });
  const outcomes = await Promise.all(keys.map((key) => outcomeOf(key, () => sealOne(key))));
  await recordOutcomes(deps, 'older_rows', outcomes, report, { clockOf: () => clock });
  return keys.length;
}

/** In the past: rows that are still open are due at once. */
const atOnce: Instant = '1970-01-01T00:00:00.000Z';

async function nextOpenAt(unit: Unit, { clock }: ServerDeps): Promise<Instant | undefined> {
  for (const part of parts) {
    if ((await unit.first(part.first, { now: clock.now() })) !== undefined) return atOnce;
  }
  const waiting = await listTroubledWork(unit, 'older_rows');
  return earliestOf(waiting.map(({ retry_at }) => retry_at));
}

/** Seals rows that a version before the sealed columns stored in clear text, page by page, during normal operation. */
export const backfillEncryption: DueWork<ServerDeps> = { name: 'older_rows', work: sealPage, nextDueAt: nextOpenAt };
