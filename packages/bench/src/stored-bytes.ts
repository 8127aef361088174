import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { tell } from '../../command-line/src/run-command.ts';
import { expectStatus } from '../../server/test/caller.ts';
import { type SandboxContender, slowQuote, startServer } from './contenders.ts';
import { drivePayments } from './drive-payments.ts';
import type { Figures } from './figures.ts';
import type { ThroughputOptions } from './throughput.ts';

/** Bytes of each table with its indexes. */
type Sizes = ReadonlyMap<string, number>;

/** Rows with a limited retention; see "How long things are kept" in docs/operations.md. */
const ofLimitedLife = [
  ...['idempotency_keys', 'request_batches', 'request_marks', 'unit_marks'],
  ...['events', 'deliveries', 'delivery_attempts'],
];

/** The minimum of payments that fill enough pages for a stable average. */
const leastPayments = 2_000;
const settledAfterSeconds = 4 * 86_400;
/** Tables with less are only in the sum. */
const leastShare = 0.02;

/** The bytes of a payment in the store when nothing is pending: after its execution, and after its settlement. */
export async function measureStoredBytes(
  { folder, cluster, clients, payments: some }: ThroughputOptions,
  engine: 'Sqlite' | 'Postgres',
): Promise<Figures> {
  const databaseUrl = engine === 'Postgres' ? await cluster?.createDatabase() : undefined;
  const server = await startServer(join(folder, `stored-${engine}`), clients, slowQuote, { databaseUrl });
  const payments = Math.max(some, leastPayments);
  const drive = { ...server, payments };
  await drivePayments({ ...drive, payments: payments / 4 });
  const before = await sizesAtRest(server, databaseUrl);
  await drivePayments(drive);
  const executed = perPayment(before, await sizesAtRest(server, databaseUrl), payments);
  // The first quarter also settles; it was executed before the first measurement.
  const advance = { seconds: settledAfterSeconds };
  const atExecution = await sizesAtRest(server, databaseUrl);
  expectStatus(await server.caller.request('POST', '/sandbox/clock/advance', advance), 200);
  const settlement = perPayment(atExecution, await sizesAtRest(server, databaseUrl), payments * 1.25);
  await server.stop();
  const settled = new Map([...executed].map(([table, bytes]) => [table, bytes + (settlement.get(table) ?? 0)]));
  return { ...sums(executed, settled, engine), ...largest(settled, engine) };
}

function sums(executed: Sizes, settled: Sizes, engine: string): Figures {
  const whole = sum(settled);
  const limited = sum(new Map([...settled].filter(([table]) => ofLimitedLife.includes(table))));
  tell(`  ${engine}: ${sum(executed).toFixed(0)} bytes a payment, ${whole.toFixed(0)} once it has settled`);
  return {
    [`restingBytesPerExecutedPayment${engine}`]: sum(executed),
    [`restingBytesPerSettledPayment${engine}`]: whole,
    [`restingBytesPerSettledPaymentForEver${engine}`]: whole - limited,
  };
}

function sum(sizes: Sizes): number {
  return [...sizes.values()].reduce((total, bytes) => total + bytes, 0);
}

function largest(settled: Sizes, engine: string): Figures {
  const least = sum(settled) * leastShare;
  return Object.fromEntries(
    [...settled]
      .filter(([, bytes]) => bytes >= least)
      .sort(([, one], [, other]) => other - one)
      .map(([table, bytes]) => [`restingBytesPerSettledPayment${engine}:${table}`, bytes]),
  );
}

function perPayment(before: Sizes, after: Sizes, payments: number): Sizes {
  return new Map([...after].map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / payments]));
}

/** Waits until the sizes are stable: the log of requests and due work are written later. */
async function sizesAtRest(server: SandboxContender, databaseUrl: string | undefined): Promise<Sizes> {
  for (let last = -1; ; ) {
    await delay(2_000);
    const sizes = databaseUrl === undefined ? sizesInFile(server) : await sizesInPostgres(databaseUrl);
    if (sum(sizes) === last) return sizes;
    last = sum(sizes);
  }
}

function sizesInFile({ dataFolder }: SandboxContender): Sizes {
  const store = new DatabaseSync(join(dataFolder, 'payments.sqlite'), { readOnly: true });
  const rows = store
    .prepare(
      'SELECT m.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_master m ON m.name = d.name GROUP BY 1',
    )
    .all();
  store.close();
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}

async function sizesInPostgres(databaseUrl: string): Promise<Sizes> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Partitions count for their table.
  const { rows } = await client.query(
    `SELECT coalesce(i.inhparent, c.oid)::regclass::text AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace GROUP BY 1`,
  );
  await client.end();
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
}
