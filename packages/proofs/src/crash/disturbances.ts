import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { SandboxProcess } from '../sandbox/launch-sandbox.ts';
import type { Cluster } from '../sandbox/postgres.ts';
import { type Disturbance, type DisturbanceName, disturbanceNames, knownDisturbances } from './known-disturbances.ts';

/** The target of a fault: the processes of the server and their database. */
export interface Scene {
  readonly processes: readonly SandboxProcess[];
  readonly cluster: Cluster | undefined;
  readonly databaseUrl: string | undefined;
  /** The small disk with the data, if there is one, and the one with the WAL of PostgreSQL. */
  readonly disk: string | undefined;
  readonly logDisk: string | undefined;
}

export interface DisturbanceKind extends Disturbance {
  readonly name: DisturbanceName;
  /** Resolves when everything is available again. */
  readonly run: (scene: Scene, round: number) => Promise<void>;
}

const cuts = 5;
const cutPauseMs = 150;
/** Longer than the timeout of a unit, and than a lease at ten times the speed. */
const frozenMs = 8_000;
const fullMs = 3_000;
const pieceBytes = 16 * 1024 * 1024;

function clusterOf({ cluster }: Scene): Cluster {
  if (cluster === undefined) throw new Error('this fault needs a PostgreSQL cluster');
  return cluster;
}

async function cutConnections({ databaseUrl }: Scene): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let cut = 0; cut < cuts; cut += 1) {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await delay(cutPauseMs);
  }
  await client.end();
}

async function freeze({ processes }: Scene, round: number): Promise<void> {
  const frozen = processes[round % processes.length];
  frozen?.program.signal('SIGSTOP');
  await delay(frozenMs);
  frozen?.program.signal('SIGCONT');
}

/** Fills the free space in pieces, because the last bytes are the hardest to get. */
async function fillUp(folder: string | undefined, meanwhile: () => Promise<void>): Promise<void> {
  if (folder === undefined) throw new Error('there is no small disk to fill; mounting one needs root');
  const filler = join(folder, 'filler');
  for (const until = performance.now() + fullMs; performance.now() < until; await meanwhile()) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail === 0) continue;
    try {
      writeFileSync(filler, Buffer.alloc(Math.min(bavail * bsize, pieceBytes)), { flag: 'a' });
    } catch {
      // Another process has used the last bytes.
    }
  }
  rmSync(filler);
}

/** PostgreSQL preallocates WAL files: it only meets the full disk when it needs the next one. */
async function fillLog(scene: Scene): Promise<void> {
  const cluster = clusterOf(scene);
  let hasEnded = false;
  await fillUp(scene.logDisk, async () => {
    const client = new pg.Client({ connectionString: cluster.url });
    client.on('error', () => undefined);
    await client
      .connect()
      .then(() => client.query('SELECT pg_switch_wal()'))
      .catch(() => {
        hasEnded = true; // As it does without room for its log.
      });
    await client.end().catch(() => undefined);
    await delay(10);
  });
  if (!hasEnded) throw new Error('PostgreSQL found room for its log on the full disk');
  await cluster.revive();
}

const runs: Readonly<Record<DisturbanceName, DisturbanceKind['run']>> = {
  cut: cutConnections,
  fast: (scene) => clusterOf(scene).restart('fast'),
  immediate: (scene) => clusterOf(scene).restart('immediate'),
  postmaster: (scene) => clusterOf(scene).killPostmaster(),
  freeze,
  fill: ({ disk }) => fillUp(disk, () => delay(10)),
  log: fillLog,
};

export const disturbances: readonly DisturbanceKind[] = disturbanceNames.map((name) => ({
  name,
  run: runs[name],
  ...knownDisturbances[name],
}));

export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

/** A small file system in memory, owned by the user of the database. */
export function mountSmallDisk(folder: string, owner: string, mebibytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  execFileSync('chown', [owner, folder]);
  let isMounted = true;
  const unmount = (): void => {
    if (!isMounted) return;
    isMounted = false;
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  // Before the folders of the run are removed, because it may be in one of them.
  process.prependListener('exit', unmount);
  return { folder, unmount };
}

/** A database whose tables are on the small disk; the WAL, without which PostgreSQL cannot run, is elsewhere. */
export async function createDatabaseOn(cluster: Cluster, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await client.query('CREATE DATABASE small TABLESPACE small');
  } finally {
    await client.end();
  }
  return cluster.url.replace(/\/postgres$/, '/small');
}
