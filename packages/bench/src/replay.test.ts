import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fundedMinor } from '../../proofs/src/sandbox/payers.ts';
import type { Database } from '../../server/src/ground/database/database.ts';
import { PostgresDatabase } from '../../server/src/ground/database/postgres-database.ts';
import type { Schema } from '../../server/src/ground/database/schema.ts';
import { SqliteDatabase } from '../../server/src/ground/database/sqlite-database.ts';
import { createTestDatabase, postgresUnavailable } from '../../server/test/postgres-cluster.ts';
import { slowQuote } from './contenders.ts';
import { recordPayment, type StoreLocation } from './record-payment.ts';
import { type RecordedRequest, type Recording, readRecording, writeRecording } from './recording.ts';
import { openPostgresReplay } from './replay-postgres.ts';
import { openSqliteReplay, type ReplayEngine } from './replay-sqlite.ts';
import { createReplay, type Replay } from './template.ts';

const tables = [
  'quotes',
  'transactions',
  'ledger_entries',
  'ledger_postings',
  'events',
  'deliveries',
  'idempotency_keys',
] as const;

type Counts = Record<string, number>;

async function countRows(database: Database): Promise<Counts> {
  const counts: Counts = {};
  for (const table of tables) {
    const rows = await database.read((unit) =>
      unit.select((db) => db.selectFrom(table satisfies keyof Schema).select('tenant')),
    );
    counts[table] = rows.length;
  }
  return counts;
}

/** Rows that the server inserted into a table for the recorded payment. */
function insertedRows({ create, execute }: Recording, table: string): number {
  const all = (form: string): RegExpExecArray[] =>
    [...create.unit, ...execute.unit].flatMap(({ text }) => [...text.matchAll(new RegExp(form, 'g'))]);
  const inserts = all(`insert into ${table} \\([^)]+\\) values ((?:\\([^)]+\\)(?:, )?)+)`);
  // An INSERT … SELECT inserts one row of one platform.
  const selected = all(`insert into ${table}\\s+\\([^)]+\\)\\s+select`);
  return inserts.reduce((count, [, rows = '']) => count + rows.split('), (').length, selected.length);
}

/** Replays, each with its own mark: with a shared one they would wait for each other. */
async function connectionsThatHaveWritten(database: Database): Promise<number> {
  const rows = await database.read((unit) =>
    unit.select((db) => db.selectFrom('unit_marks').select('id').where('id', 'like', 'replay-%')),
  );
  return rows.length;
}

/** How often the server waits for PostgreSQL: for the caller and the data to check, for the results, for COMMIT. */
function roundTrips({ reads, unit }: RecordedRequest): number {
  return [...reads, ...unit].filter(({ waitedForEarlier }) => waitedForEarlier).length;
}

/** Replays payments of each payer in turn and returns the bodies of their executions. */
async function replayPayments(replay: Replay, engine: ReplayEngine, accounts: readonly string[]): Promise<string[]> {
  const bodies: string[] = [];
  for (const accountId of accounts) {
    const created = replay.newOccasion(accountId);
    await engine.run(replay.create, created);
    const { id } = JSON.parse(replay.create.body(created)) as { readonly id: string };
    const executed = replay.occasionOf(id);
    await engine.run(replay.execute, executed);
    bodies.push(replay.execute.body(executed));
  }
  return bodies;
}

describe('the replay of recorded SQL', () => {
  const cleanUps: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  const setUp = async (engine: string): Promise<{ store: StoreLocation; open(): Promise<Database> }> => {
    if (engine === 'postgres') {
      const databaseUrl = await createTestDatabase();
      return { store: { databaseUrl }, open: () => PostgresDatabase.open(databaseUrl, 2) };
    }
    const folder = mkdtempSync(join(tmpdir(), 'payments-replay-'));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'store.sqlite');
    return { store: { file }, open: async () => SqliteDatabase.open(file) };
  };

  it.for(['sqlite', 'postgres'])(
    'writes on %s the same rows as the server, for each payer and with new ids',
    async (name, { skip }) => {
      skip(name === 'postgres' && postgresUnavailable() !== undefined, postgresUnavailable());
      const { store, open } = await setUp(name);
      const recording = readRecording(writeRecording(await recordPayment(store, 2, slowQuote)));
      const database = await open();
      cleanUps.push(() => database.close());
      const before = await countRows(database);
      const replay = createReplay(recording);
      const engine =
        'file' in store
          ? openSqliteReplay(store.file, recording.settings)
          : openPostgresReplay(store.databaseUrl, true);
      cleanUps.push(() => engine.close());
      const accounts = recording.payers.map(({ accountId }) => accountId);
      const bodies = await replayPayments(replay, engine, accounts);

      const after = await countRows(database);
      const written = tables.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]);
      expect(written).toEqual(tables.map((table) => [table, accounts.length * insertedRows(recording, table)]));
      expect(insertedRows(recording, 'ledger_postings')).toBeGreaterThan(1);
      if (name === 'postgres') expect(await connectionsThatHaveWritten(database)).toBeGreaterThan(0);
      if (name === 'postgres') expect(roundTrips(recording.create)).toBe(2);
      if (name === 'postgres') expect(roundTrips(recording.execute)).toBe(3);
      const held = await database.read((unit) =>
        unit.select((db) =>
          db
            .selectFrom('internal_accounts')
            .select('balance_minor')
            .where('id', '=', accounts[1] ?? ''),
        ),
      );
      expect(held).toEqual([{ balance_minor: BigInt(fundedMinor - 10_000) }]);
      const parsed = bodies.map(
        (body) => JSON.parse(body) as { id: string; status: string; source: { accountId: string } },
      );
      expect(new Set(parsed.map(({ id }) => id)).size).toBe(2);
      expect(parsed.map(({ source }) => source.accountId)).toEqual(accounts);
      expect(parsed.every(({ status }) => status === 'PROCESSING')).toBe(true);
    },
  );
});
