import { join } from 'node:path';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { PostgresDatabase } from '../../../server/src/ground/database/postgres-database.ts';
import { sealedDatabase } from '../../../server/src/ground/database/sealed-database.ts';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { createSystemRandom } from '../../../server/src/ground/ids/random.ts';
import { createSealer } from '../../../server/src/ground/sealing/sealer.ts';
import { type JournalLine, readLines } from './journal.ts';
import { hashOf, type Receipt } from './receiver.ts';

/** The records of a run: files in one folder and a store. */
export interface RunPlace {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** The key that unseals what the server stores sealed, in hexadecimal. */
  readonly masterKey: string;
}

export const dataFolderOf = (folder: string): string => join(folder, 'data');
export const journalFileOf = (folder: string): string => join(folder, 'journal.jsonl');
export const receiptsFileOf = (folder: string): string => join(folder, 'received.jsonl');

/** The records of the clients, the receiver and the store. */
export interface Evidence {
  readonly journal: readonly JournalLine[];
  readonly receipts: readonly Receipt[];
  readonly store: StoreFacts;
}

interface StoreFacts {
  readonly quotes: readonly { readonly id: string; readonly status: string; readonly transaction_id: string }[];
  readonly transactions: ReadonlyMap<string, { readonly status: string }>;
  /** The debits of customer accounts for each transaction. */
  readonly debits: ReadonlyMap<string, readonly bigint[]>;
  readonly balances: ReadonlyMap<string, bigint>;
  readonly events: ReadonlyMap<string, { readonly type: string; readonly hash: string }>;
  readonly keys: number;
}

const storeFileOf = (folder: string): string => join(dataFolderOf(folder), 'payments.sqlite');

export async function openStore({ folder, databaseUrl }: RunPlace): Promise<Database> {
  return databaseUrl === undefined ? SqliteDatabase.open(storeFileOf(folder)) : PostgresDatabase.open(databaseUrl, 2);
}

/** Opens the store read-only, so that opening repairs nothing and it stays as the server left it. */
export async function openStoreForReading({ folder, databaseUrl }: RunPlace): Promise<Database> {
  return databaseUrl === undefined
    ? SqliteDatabase.openForReading(storeFileOf(folder))
    : PostgresDatabase.openForReading(databaseUrl);
}

export async function readEvidence(place: RunPlace, database: Database): Promise<Evidence> {
  return {
    journal: readLines<JournalLine>(journalFileOf(place.folder)),
    receipts: readLines<Receipt>(receiptsFileOf(place.folder)),
    store: await readStore(
      sealedDatabase(database, createSealer(Buffer.from(place.masterKey, 'hex'), createSystemRandom())),
    ),
  };
}

function readStore(database: Database): Promise<StoreFacts> {
  return database.snapshot(async (unit) => {
    const quotes = await unit.select((db) => db.selectFrom('quotes').select(['id', 'status', 'transaction_id']));
    const transactions = await unit.select((db) => db.selectFrom('transactions').select(['id', 'status']));
    const postings = await unit.select((db) =>
      db
        .selectFrom('ledger_entries as entry')
        .innerJoin('ledger_postings as posting', (join) =>
          join.onRef('posting.tenant', '=', 'entry.tenant').onRef('posting.entry_id', '=', 'entry.id'),
        )
        .select(['entry.id', 'entry.subject_id', 'posting.amount_minor'])
        .where('entry.kind', '=', 'DEBIT')
        .where('posting.account', 'like', 'InternalAccount:%')
        .where('posting.amount_minor', '<', 0n),
    );
    const accounts = await unit.select((db) => db.selectFrom('internal_accounts').select(['id', 'balance_minor']));
    const events = await unit.select((db) => db.selectFrom('events').select(['id', 'type', 'payload']));
    const keys = await unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash'));
    return {
      quotes,
      transactions: new Map(transactions.map(({ id, status }) => [id, { status }])),
      debits: sumByEntry(postings),
      balances: new Map(accounts.map(({ id, balance_minor }) => [id, balance_minor])),
      events: new Map(events.map(({ id, type, payload }) => [id, { type, hash: hashOf(payload) }])),
      keys: keys.length,
    };
  });
}

interface DebitPosting {
  readonly id: string;
  readonly subject_id: string;
  readonly amount_minor: bigint;
}

/** One debit may be posted in several lines: the converted amount, and fees. */
function sumByEntry(postings: readonly DebitPosting[]): Map<string, readonly bigint[]> {
  const bySubject = Map.groupBy(postings, ({ subject_id }) => subject_id);
  const sums = (lines: readonly DebitPosting[]): bigint[] =>
    [...Map.groupBy(lines, ({ id }) => id).values()].map((entry) =>
      entry.reduce((sum, { amount_minor }) => sum - amount_minor, 0n),
    );
  return new Map([...bySubject].map(([subject, lines]) => [subject, sums(lines)]));
}
