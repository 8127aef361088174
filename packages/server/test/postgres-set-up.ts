import { memoryFolder } from './memory-folder.ts';
import { startOwnCluster } from './own-cluster.ts';
import { findPostgresBinaries, hasPostgresUser, howToInstall } from './postgres-cluster.ts';

/** Hundreds of small databases, each for seconds: vacuuming and compiling queries are not worth it. */
const forSmallDatabases = ['autovacuum=off', 'jit=off', 'max_wal_size=256MB'];

/** Vitest's global set-up: one PostgreSQL cluster for the run, removed afterwards. */
export default async function setUp(): Promise<() => void> {
  const given = process.env['PAYMENTS_TEST_POSTGRES_URL'];
  if (given !== undefined) return () => undefined;
  if (findPostgresBinaries() === undefined || (process.getuid?.() === 0 && !hasPostgresUser())) {
    console.warn(`${howToInstall}. The suites run on SQLite only.`);
    return () => undefined;
  }
  const cluster = await startOwnCluster({ below: memoryFolder(), settings: forSmallDatabases });
  process.env['PAYMENTS_TEST_POSTGRES_URL'] = cluster.url;
  return cluster.stop;
}
