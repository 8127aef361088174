import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { tell } from '../../command-line/src/run-command.ts';
import { type SandboxContender, slowQuote, startServer } from './contenders.ts';
import { type DriveFigures, drivePayments } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import { recordPayment, type StoreLocation } from './record-payment.ts';
import type { RecordedRequest, RecordedStatement } from './recording.ts';
import { measureStoredBytes } from './stored-bytes.ts';
import type { ThroughputOptions } from './throughput.ts';

const engines = ['Sqlite', 'Postgres'] as const;
type EngineName = (typeof engines)[number];

/** The statements of one payment, the bytes it leaves, and the throughput of one account compared with many. */
export async function measureScale(options: ThroughputOptions): Promise<Figures> {
  const figures: Figures = {};
  for (const engine of engines) {
    if (engine === 'Postgres' && options.cluster === undefined) continue;
    Object.assign(figures, await countRecording(options, engine), await measureAccounts(options, engine));
    Object.assign(figures, await measureStoredBytes(options, engine));
  }
  return figures;
}

async function countRecording({ folder, cluster }: ThroughputOptions, engine: EngineName): Promise<Figures> {
  const store: StoreLocation =
    cluster !== undefined && engine === 'Postgres'
      ? { databaseUrl: await cluster.createDatabase() }
      : { file: join(folder, 'recorded.sqlite') };
  const { create, execute } = await recordPayment(store, 1, slowQuote);
  const requests = [create, execute];
  const count = (of: (request: RecordedRequest) => number): number =>
    requests.reduce((sum, request) => sum + of(request), 0);
  return {
    [`statementsPerPayment${engine}`]: count(({ reads, unit }) => reads.length + unit.length),
    [`rowsWrittenPerPayment${engine}`]: count(({ unit }) => unit.reduce((sum, one) => sum + rowsOf(one), 0)),
    // An embedded engine has no round trips.
    [`roundTripsPerPayment${engine}`]:
      engine === 'Sqlite' ? 0 : count(({ reads, unit }) => tripsOf(reads) + tripsOf(unit)),
  };
}

/** An insert may have several rows, and PostgreSQL gets several inserts as one statement; an update has one row. */
function rowsOf({ text }: RecordedStatement): number {
  const changes = text.match(/\b(?:insert into|(?<!do |for )update|delete from) /gi)?.length ?? 0;
  return changes === 0 ? 0 : changes + text.split('), (').length - 1;
}

/** Pipelined statements share a round trip; the last one is always waited for. */
function tripsOf(statements: readonly RecordedStatement[]): number {
  return statements.filter(({ waitedForEarlier }) => waitedForEarlier).length;
}

async function measureAccounts(options: ThroughputOptions, engine: EngineName): Promise<Figures> {
  const { folder, cluster, clients, rounds, payments } = options;
  const databaseUrl = engine === 'Postgres' ? await cluster?.createDatabase() : undefined;
  const server = await startServer(join(folder, `scale-${engine}`), clients, slowQuote, { databaseUrl });
  const [hot = ''] = server.bodies;
  const bodies = { many: server.bodies, one: server.bodies.map(() => hot) };
  const measured = { many: [] as DriveFigures[], one: [] as DriveFigures[] };
  let [bytes, written, syncs] = [0, 0, 0];
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['many', 'one'] as const) {
      const before = await traceOf(server, databaseUrl);
      const figures = await drivePayments({ ...server, bodies: bodies[name], payments });
      const after = await traceOf(server, databaseUrl);
      tell(
        `  ${engine} from ${name}: ${figures.perSecond.toFixed(0)} payments/s, ${figures.serverMs.toFixed(2)} ms CPU`,
      );
      // The first round is a warm-up.
      if (round === 0) continue;
      measured[name].push(figures);
      bytes += after.bytes - before.bytes;
      written += after.written - before.written;
      syncs += after.syncs - before.syncs;
    }
  }
  await server.stop();
  const all = 2 * rounds * payments;
  const speeds = (name: keyof typeof measured) => measured[name].map(({ perSecond }) => perSecond);
  return {
    [`storedBytesPerPayment${engine}`]: bytes / all,
    [`loggedBytesPerPayment${engine}`]: written / all,
    [`syncsPerPayment${engine}`]: engine === 'Postgres' ? syncs / all : null,
    [`paymentsPerSecondManyAccounts${engine}`]: median(speeds('many')),
    [`paymentsPerSecondOneAccount${engine}`]: median(speeds('one')),
    [`ratioOneToManyAccounts${engine}`]: ratio(speeds('one'), speeds('many')),
  };
}

interface StoreTrace {
  /** Size of the store with its indexes. */
  readonly bytes: number;
  /** PostgreSQL: bytes of its WAL. SQLite: bytes that the process has written to disk, WAL and store together. */
  readonly written: number;
  /** PostgreSQL: flushes of the WAL. */
  readonly syncs: number;
}

async function traceOf(server: SandboxContender, databaseUrl: string | undefined): Promise<StoreTrace> {
  if (databaseUrl === undefined) return traceOfFile(server);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Backends report their statistics with a delay; bytes that one round misses are in the next.
  const { rows } = await client.query(
    'SELECT pg_database_size(current_database())::float8 AS bytes, wal_bytes::float8 AS written, wal_sync::float8 AS syncs FROM pg_stat_wal',
  );
  await client.end();
  return rows[0] as StoreTrace;
}

function traceOfFile({ dataFolder, pid }: SandboxContender): StoreTrace {
  const store = new DatabaseSync(join(dataFolder, 'payments.sqlite'), { readOnly: true });
  const pragma = (name: string): number => Number(Object.values(store.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const bytes = pragma('page_count') * pragma('page_size');
  store.close();
  const written = Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  return { bytes, written, syncs: 0 };
}
