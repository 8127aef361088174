import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import type { NewRow } from '../../../server/src/ground/database/schema.ts';
import type { Unit } from '../../../server/src/ground/database/unit.ts';
import { checkRun } from './check-run.ts';
import { journalFileOf, openStore, type RunPlace, receiptsFileOf } from './evidence.ts';
import { type FaultName, faultNames } from './fault-names.ts';
import type { JournalLine } from './journal.ts';
import type { Receipt } from './receiver.ts';

/** A fault that a server could have, planted in a copy of a sound run. */
export interface Fault {
  readonly name: FaultName;
  /** Changes the store. */
  readonly inStore?: (unit: Unit) => Promise<void>;
  /** Adds a line to the records of the run. */
  readonly inJournal?: JournalLine;
  /** Changes the records of the receiver. */
  readonly inReceipts?: (receipts: readonly Receipt[]) => readonly Receipt[];
}

async function executedTransaction(
  unit: Unit,
): Promise<{ readonly id: string; readonly account: string; readonly amount: bigint }> {
  const [found] = await unit.select((db) =>
    db
      .selectFrom('transactions')
      .select(['id', 'source_account_id', 'sent_minor'])
      .where('status', '=', 'COMPLETED')
      .orderBy('id')
      .limit(1),
  );
  if (found?.source_account_id == null) throw new Error('the run executed no payment');
  return { id: found.id, account: found.source_account_id, amount: found.sent_minor };
}

async function debitEntry(unit: Unit, transactionId: string): Promise<NewRow<'ledger_entries'>> {
  const [entry] = await unit.select((db) =>
    db.selectFrom('ledger_entries').selectAll().where('subject_id', '=', transactionId).where('kind', '=', 'DEBIT'),
  );
  if (entry === undefined) throw new Error(`${transactionId} has no debit`);
  return entry;
}

async function changeBalance(unit: Unit, account: string, amount: bigint): Promise<void> {
  await unit.select((db) =>
    db
      .updateTable('internal_accounts')
      .set((row) => ({ balance_minor: row('balance_minor', '+', amount) }))
      .where('id', '=', account)
      .returning('id'),
  );
}

const planted: Readonly<Record<FaultName, Omit<Fault, 'name'>>> = {
  // The ledger is consistent with it, so only the number of debits reveals it.
  'double-debit': {
    inStore: async (unit) => {
      const { id, account, amount } = await executedTransaction(unit);
      const entry = await debitEntry(unit, id);
      const postings = await unit.select((db) =>
        db.selectFrom('ledger_postings').selectAll().where('entry_id', '=', entry.id),
      );
      await unit.select((db) => ({
        compile: () => db.schema.dropIndex('ledger_entries_once').compile(),
        execute: async () => [],
      }));
      unit.insert('ledger_entries', [{ ...entry, id: 'LedgerEntry:planted' }]);
      unit.insert(
        'ledger_postings',
        postings.map((posting) => ({ ...posting, entry_id: 'LedgerEntry:planted' })),
      );
      await changeBalance(unit, account, -amount);
    },
  },
  'silent-debit': {
    inStore: async (unit) => changeBalance(unit, (await executedTransaction(unit)).account, -1n),
  },
  // As if the last commit had not been durable: no trace of it, and the money is back.
  'lost-payment': {
    inStore: async (unit) => {
      const { id, account, amount } = await executedTransaction(unit);
      const entries = await unit.select((db) =>
        db.deleteFrom('ledger_entries').where('subject_id', '=', id).returning('id'),
      );
      for (const entry of entries)
        await unit.select((db) => db.deleteFrom('ledger_postings').where('entry_id', '=', entry.id).returning('line'));
      await unit.select((db) => db.deleteFrom('transactions').where('id', '=', id).returning('id'));
      await unit.select((db) => db.deleteFrom('quotes').where('transaction_id', '=', id).returning('id'));
      await unit.select((db) => db.deleteFrom('deliveries').where('resource_id', '=', id).returning('event_id'));
      await unit.select((db) => db.deleteFrom('events').where('resource_id', '=', id).returning('id'));
      await changeBalance(unit, account, amount);
    },
  },
  'second-quote': {
    inStore: async (unit) => {
      const [quote] = await unit.select((db) =>
        db.selectFrom('quotes').selectAll().where('status', '=', 'EXPIRED').limit(1),
      );
      if (quote === undefined) throw new Error('the run let no quote expire');
      unit.insert('quotes', [{ ...quote, id: 'Quote:planted' }]);
    },
  },
  'lost-event': {
    inStore: async (unit) => {
      const { id } = await executedTransaction(unit);
      const [event] = await unit.select((db) =>
        db.deleteFrom('events').where('resource_id', '=', id).where('sequence', '=', 2).returning('id'),
      );
      await unit.select((db) =>
        db
          .deleteFrom('deliveries')
          .where('event_id', '=', event?.id ?? '')
          .returning('event_id'),
      );
    },
  },
  'rewritten-event': {
    inStore: async (unit) => {
      const { id } = await executedTransaction(unit);
      const [event] = await unit.select((db) =>
        db.deleteFrom('events').where('resource_id', '=', id).where('sequence', '=', 1).returningAll(),
      );
      if (event === undefined) throw new Error('the run wrote no event');
      unit.insert('events', [{ ...event, payload: `${event.payload} ` }]);
    },
  },
  'key-without-effect': {
    inStore: async (unit) => {
      const [key] = await unit.select((db) => db.selectFrom('idempotency_keys').selectAll().limit(1));
      if (key === undefined) throw new Error('the run kept no key');
      unit.insert('idempotency_keys', [{ ...key, key_hash: 'planted' }]);
    },
  },
  'outage-without-retry-after': {
    inJournal: { kind: 'POSTPONED', intent: 1, text: '{"code":"SERVICE_UNAVAILABLE"}', retryAfter: undefined },
  },
  'dead-process': { inJournal: { kind: 'ENDED', process: 1, wasAsked: false, lines: 0, stackLines: 0 } },
  'slow-recovery': { inJournal: { kind: 'DISTURBED', fault: 'planted', answeredMs: [60_000], deliveredMs: 0 } },
  'logged-stack': { inJournal: { kind: 'ENDED', process: 1, wasAsked: true, lines: 9, stackLines: 8 } },
  'undelivered-event': { inReceipts: (receipts) => receipts.filter(({ id }) => id !== receipts[0]?.id) },
  'uncommitted-event': {
    inReceipts: (receipts) => [
      ...receipts,
      { id: 'Webhook:planted', type: 'OUTGOING_PAYMENT.COMPLETED', hash: '', isSigned: true, isTaken: true },
    ],
  },
  'unsigned-event': {
    inReceipts: ([first, ...others]) => (first === undefined ? [] : [{ ...first, isSigned: false }, ...others]),
  },
};

export const faults: readonly Fault[] = faultNames.map((name) => ({ name, ...planted[name] }));

export interface Caught {
  readonly fault: string;
  /** The checks that detected it; none means that the checks are blind to it. */
  readonly by: readonly string[];
}

/** Plants a fault in a copy of the run and returns the checks that report it. */
export async function plant(fault: Fault, place: RunPlace): Promise<Caught> {
  const copy = await copyRun(fault.name, place);
  if (fault.inReceipts !== undefined) rewriteReceipts(receiptsFileOf(copy.folder), fault.inReceipts);
  if (fault.inJournal !== undefined) appendFileSync(journalFileOf(copy.folder), `${JSON.stringify(fault.inJournal)}\n`);
  if (fault.inStore !== undefined) {
    const database = await openStore(copy);
    await database.transaction(fault.inStore);
    await database.close();
  }
  const found = await checkRun(copy);
  rmSync(copy.folder, { recursive: true });
  return { fault: fault.name, by: found.filter(({ breaches }) => breaches.length > 0).map(({ check }) => check) };
}

async function copyRun(name: string, { folder, databaseUrl, masterKey }: RunPlace): Promise<RunPlace> {
  const copy = `${folder}-${name}`;
  cpSync(folder, copy, { recursive: true });
  const copied = databaseUrl === undefined ? undefined : await copyDatabase(databaseUrl, name);
  return { folder: copy, databaseUrl: copied, masterKey };
}

async function copyDatabase(databaseUrl: string, name: string): Promise<string> {
  const url = new URL(databaseUrl);
  const original = url.pathname.slice(1);
  const copied = `${original}_${name.replaceAll('-', '_')}`;
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE "${copied}" TEMPLATE "${original}"`);
  } finally {
    await client.end();
  }
  url.pathname = `/${copied}`;
  return url.href;
}

function rewriteReceipts(file: string, change: (receipts: readonly Receipt[]) => readonly Receipt[]): void {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '');
  writeFileSync(file, '');
  for (const receipt of change(lines.map((text) => JSON.parse(text) as Receipt)))
    appendFileSync(file, `${JSON.stringify(receipt)}\n`);
}
