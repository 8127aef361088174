import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Written by the global set-up: the address of this run's cluster. */
const urlVariable = 'PAYMENTS_TEST_POSTGRES_URL';

export const howToInstall = 'PostgreSQL is not installed; on Debian: apt-get install postgresql';

/** The folder with initdb and pg_ctl, from Debian's folders or PATH. */
export function findPostgresBinaries(): string | undefined {
  const versioned = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const onPath = spawnSync('sh', ['-c', 'dirname "$(command -v pg_ctl)"'], { encoding: 'utf8' }).stdout.trim();
  return [...versioned, onPath].find(
    (folder) => folder !== '' && existsSync(`${folder}/initdb`) && existsSync(`${folder}/pg_ctl`),
  );
}

/** Why the PostgreSQL half of a suite cannot run, or `undefined` when it can. */
export function postgresUnavailable(): string | undefined {
  return process.env[urlVariable] === undefined ? howToInstall : undefined;
}

let count = 0;

/**
 * A separate database in the run's cluster: empty, or a copy of the one at `template`, which must have no connections.
 */
export async function createTestDatabase(template?: string): Promise<string> {
  count += 1;
  const name = `test_${process.pid}_${count}_${Date.now()}`;
  const url = clusterUrl().replace(/\/postgres$/, `/${name}`);
  const copied = template === undefined ? '' : ` TEMPLATE ${nameOf(template)}`;
  await command(`CREATE DATABASE ${name}${copied}`);
  return url;
}

export async function dropTestDatabase(url: string): Promise<void> {
  await command(`DROP DATABASE ${nameOf(url)} WITH (FORCE)`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function clusterUrl(): string {
  const url = process.env[urlVariable];
  if (url === undefined) throw new Error(howToInstall);
  return url;
}

async function command(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** The commands of a cluster must not run as root. As root they run as the user that Debian has created for it. */
export function commandAsPostgresUser(command: string, parameters: readonly string[]): [string, ...string[]] {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? ['runuser', '-u', 'postgres', '--', command, ...parameters] : [command, ...parameters];
}

export function asPostgresUser(command: string, parameters: readonly string[]): void {
  const [program, ...rest] = commandAsPostgresUser(command, parameters);
  execFileSync(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
}

export function hasPostgresUser(): boolean {
  return readFileSync('/etc/passwd', 'utf8').includes('\npostgres:');
}
