import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asPostgresUser, findPostgresBinaries, hasPostgresUser, howToInstall } from './postgres-cluster.ts';

/**
 * Vitest's global set-up: one PostgreSQL cluster for the run, in a temporary folder on a free loopback
 * port, with fsync on and checksums, and gone afterwards.
 */
export default async function setUp(): Promise<() => void> {
  const given = process.env['PAYMENTS_TEST_POSTGRES_URL'];
  if (given !== undefined) return () => undefined;
  const binaries = findPostgresBinaries();
  if (binaries === undefined || (process.getuid?.() === 0 && !hasPostgresUser())) {
    console.warn(`${howToInstall}. The suites run on SQLite only.`);
    return () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'payments-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  asPostgresUser(`${binaries}/initdb`, [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200 -c fsync=on`;
  asPostgresUser(`${binaries}/pg_ctl`, [
    '-D',
    data,
    '-w',
    '-t',
    '120',
    '-l',
    join(folder, 'log'),
    '-o',
    options,
    'start',
  ]);
  process.env['PAYMENTS_TEST_POSTGRES_URL'] = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return () => {
    asPostgresUser(`${binaries}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
