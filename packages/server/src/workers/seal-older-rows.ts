import { type SqlBool, sql } from 'kysely';
import type { Instant } from '../clock/instant.ts';
import { digestText } from '../database/sealed-columns.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { Deps } from '../deps.ts';
import { type AccountInfo, accountKind } from '../external-accounts/account-facts.ts';
import { fingerprintOf } from '../external-accounts/fingerprint.ts';
import type { DueWork } from './due-work.ts';

/** Rows of a table that are sealed in one unit. */
const pageSize = 100;

/** The conditions of the indexes that hold what an earlier version kept in clear. */
const openCustomers = sql<SqlBool>`substr(profile, 1, 7) <> 'sealed:'`;
const openAccounts = sql<SqlBool>`identifier_digest is null`;
const openTransactions = sql<SqlBool>`substr(destination_identifier, 1, 7) <> 'sealed:' and substr(destination_identifier, 1, 1) <> '$'`;

interface Key {
  readonly tenant: number;
  readonly id: string;
}

interface Customer extends Key {
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly profile: string;
  readonly consent: string | null;
}

const sealCustomer = statement<Customer>('sealCustomer', (db, row) =>
  db
    .updateTable('customers')
    .set({ email: row.email, phone_number: row.phone_number, profile: row.profile, consent: row.consent })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id),
);

interface Account extends Key {
  readonly identifier: string;
  readonly account_info: string;
  readonly beneficiary_verified_name: string | null;
  readonly fingerprint: string;
}

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

/** Writing a row again as it was read is enough: the database seals what it writes. */
async function sealPage({ database, sealer }: Deps): Promise<number> {
  return database.transaction(async (unit) => {
    const customers = await unit.select((db) =>
      db.selectFrom('customers').selectAll().where(openCustomers).limit(pageSize),
    );
    for (const row of customers) unit.write(sealCustomer, row);
    const accounts = await unit.select((db) =>
      db.selectFrom('external_accounts').selectAll().where(openAccounts).limit(pageSize),
    );
    for (const row of accounts) {
      const info: AccountInfo = JSON.parse(row.account_info);
      const account = { kind: accountKind(row.account_type), info };
      const fingerprint = fingerprintOf(account, row.customer_id, row.currency, (text) =>
        sealer.digest(digestText(row.tenant, text)),
      );
      unit.write(sealAccount, { ...row, fingerprint });
    }
    const transactions = await unit.select((db) =>
      db.selectFrom('transactions').selectAll().where(openTransactions).limit(pageSize),
    );
    for (const row of transactions) unit.write(sealTransaction, row);
    return customers.length + accounts.length + transactions.length;
  });
}

/** Long ago: whatever is still open is due at once. */
const atOnce: Instant = '1970-01-01T00:00:00.000Z';

async function isAnythingOpen(unit: Unit): Promise<Instant | undefined> {
  const found = await Promise.all([
    unit.select((db) => db.selectFrom('customers').select('id').where(openCustomers).limit(1)),
    unit.select((db) => db.selectFrom('external_accounts').select('id').where(openAccounts).limit(1)),
    unit.select((db) => db.selectFrom('transactions').select('id').where(openTransactions).limit(1)),
  ]);
  return found.flat().length === 0 ? undefined : atOnce;
}

/** Seals what a version before the sealed columns kept in clear, a page at a time, while everything else goes on. */
export const sealOlderRows: DueWork = { work: sealPage, nextDueAt: isAnythingOpen };
