import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { runAfterParent } from './after-parent.ts';
import { freePort } from './free-port.ts';
import { asPostgresUser, commandAsPostgresUser, findPostgresBinaries, howToInstall } from './postgres-cluster.ts';

/** A PostgreSQL cluster in a temporary folder on a free loopback port, with fsync on and checksums. */
export interface OwnCluster {
  /** The address of its database `postgres`. */
  readonly url: string;
  /** Stops it like an operator (`fast`) or a crash (`immediate`), and starts it again. Load may continue meanwhile. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Kills the first of its processes with SIGKILL, and starts it again. */
  killPostmaster(): Promise<void>;
  /** Kills all of its processes with SIGKILL, as when its machine dies. It stays stopped. */
  killForGood(): void;
  /** Promotes the standby. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Starts it again if it has ended. Resolves when it accepts connections. */
  revive(): Promise<void>;
  /** Resolves when it accepts connections. */
  accepts(): Promise<void>;
  stop(): void;
}

const later = promisify(execFile);
const patienceMs = 300_000;

interface ClusterOptions {
  /** The parent of its folder; by default the folder for temporary files. */
  readonly below?: string;
  /** The folder of its write-ahead log, if that is not with its data. Created by it. */
  readonly logFolder?: string;
  /** Further settings of the server. */
  readonly settings?: readonly string[];
  /** The address of a primary, in the form of libpq: the cluster is a standby of it. */
  readonly standbyOf?: string;
}

export async function startOwnCluster({
  below = tmpdir(),
  logFolder,
  settings = [],
  standbyOf,
}: ClusterOptions = {}): Promise<OwnCluster> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) throw new Error(howToInstall);
  const folder = mkdtempSync(join(below, 'payments-postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const initial = ['-U', 'postgres', '-A', 'trust', '--data-checksums', '--encoding=UTF8', '--no-sync'];
  const elsewhere = logFolder === undefined ? [] : [`--waldir=${logFolder}`];
  if (standbyOf === undefined) asPostgresUser(`${binaries}/initdb`, ['-D', data, ...initial, ...elsewhere]);
  else await runAsPostgresUser(`${binaries}/pg_basebackup`, ['-D', data, '-R', '-c', 'fast', '-d', standbyOf]);
  const every = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'fsync=on',
    ...settings,
  ];
  const options = `-p ${port} ${every.map((setting) => `-c ${setting}`).join(' ')}`;
  const starting = ['-D', data, '-w', '-t', '120', '-l', log, '-o', options];
  // It may be a standby whose connection to its primary depends on this process.
  await runAsPostgresUser(`${binaries}/pg_ctl`, [...starting, 'start']);
  const stopping = [`${binaries}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']] as const;
  endWithParent(folder, commandAsPostgresUser(...stopping));

  const control = (...parameters: readonly string[]): Promise<void> =>
    runAsPostgresUser(`${binaries}/pg_ctl`, parameters);
  const connects = (): Promise<boolean> => canConnect(url);
  const until = async (isThere: () => Promise<boolean>, pauseMs: number): Promise<void> => {
    for (const givesUpAt = performance.now() + patienceMs; !(await isThere()); await delay(pauseMs))
      if (performance.now() > givesUpAt) throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8')}`);
  };
  const start = (): Promise<boolean> =>
    control(...starting, 'start').then(
      () => true,
      () => false, // It already runs, or processes of the last one still hold its memory.
    );
  const revive = (): Promise<void> => until(async () => (await connects()) || (await start()), 100);
  const postmaster = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url,
    restart: (mode) => control(...starting, '-m', mode, 'restart'),
    killPostmaster: async () => {
      process.kill(postmaster(), 'SIGKILL');
      await revive();
    },
    killForGood: () => killAll(postmaster()),
    promote: () => control('-D', data, '-w', 'promote'),
    revive,
    accepts: () => until(connects, 20),
    stop: () => {
      if (existsSync(join(data, 'postmaster.pid')) && signal(postmaster(), 0)) asPostgresUser(...stopping);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function killAll(first: number): void {
  const others = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number);
  for (const pid of [first, ...others]) signal(pid, 'SIGKILL');
}

async function runAsPostgresUser(command: string, parameters: readonly string[]): Promise<void> {
  const [program, ...rest] = commandAsPostgresUser(command, parameters);
  await later(program, rest);
}

/** Returns whether there was such a process. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A killed run cannot call `stop`. If `stop` was called, nothing is left to end. */
function endWithParent(folder: string, stopping: readonly string[]): void {
  runAfterParent('sh', ['-c', '"$@"; rm -rf "$0"', folder, ...stopping]);
}
