import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCutOff } from '../../../test/cut-off.ts';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { startedServers } from '../../../test/started-servers.ts';
import type { Database } from '../../ground/database/database.ts';
import { newestSchemaVersion } from '../../ground/database/schema-version.ts';
import { SqliteDatabase } from '../../ground/database/sqlite-database.ts';
import { createHealthWatch, type HealthSources, type WorkerState } from './check-health.ts';

const ok = { status: 'ok' };
const atWork: WorkerState = { polledAgoMs: 10, claimingForMs: 0, isStopped: false };
const newest = newestSchemaVersion('sqlite');

let folder = '';
const opened: Database[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-health-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const openFile = (): Database => {
  const database = SqliteDatabase.open(join(folder, 'payments.sqlite'));
  opened.push(database);
  return database;
};

const watch = (sources: Partial<HealthSources> & Pick<HealthSources, 'database'>) =>
  createHealthWatch({
    shortage: () => undefined,
    shortageOfFiles: () => undefined,
    dataFolder: folder,
    workers: () => atWork,
    ...sources,
  });

describe('a server', () => {
  const servers = startedServers();

  it('is ready when its database, disk, migrations and relay are, and reports each', async () => {
    const { baseUrl } = await servers.start();
    const answer = await fetch(new URL('/readyz', baseUrl));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      status: 'ready',
      checks: { database: ok, migrations: ok, disk: ok, files: ok, relay: ok },
    });
    const alive = await fetch(new URL('/healthz', baseUrl));
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('has no disk check when it keeps everything in memory', async () => {
    const { baseUrl } = await servers.start('', { PAYMENTS_MEMORY: '1' });
    const answer = await fetch(new URL('/readyz', baseUrl));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ready', checks: { database: ok, migrations: ok, relay: ok } });
  });
});

describe('readiness', () => {
  it('fails when another release has migrated the store', async () => {
    const database = openFile();
    expect(await watch({ database })()).toMatchObject({ migrations: ok });
    const handle = new DatabaseSync(join(folder, 'payments.sqlite'));
    handle.exec("INSERT INTO schema_migrations (version, name) VALUES (9999, 'later')");
    handle.close();
    expect(await watch({ database })()).toMatchObject({
      database: ok,
      migrations: {
        status: 'failed',
        problem: `The store has migration 9999, and this release has ${newest}. Run only one release on a store.`,
      },
    });
  });

  it.each([
    ['have not been started', { polledAgoMs: undefined, claimingForMs: 0, isStopped: false }, 'not started yet'],
    ['have stopped polling', { polledAgoMs: 30_000, claimingForMs: 0, isStopped: false }, 'stopped polling'],
    ['hang in a claim', { polledAgoMs: 10, claimingForMs: 90_000, isStopped: false }, 'hangs in a claim'],
  ])('fails when the workers %s', async (_how, state, problem) => {
    const checks = await watch({ database: openFile(), workers: () => state })();
    expect(checks['relay']).toEqual({ status: 'failed', problem: expect.stringContaining(problem) });
  });

  it('fails and recovers at once with the shortage that requests report', async () => {
    let shortage: 'FULL' | undefined;
    const checks = watch({ database: openFile(), shortage: () => shortage });
    expect((await checks())['database']).toEqual(ok);
    shortage = 'FULL';
    expect((await checks())['database']).toEqual({
      status: 'failed',
      problem: 'The store is full; requests are answered with 503 until it works again.',
    });
    shortage = undefined;
    expect((await checks())['database']).toEqual(ok);
  });

  it('reads the database once for 50 parallel checks', async () => {
    const bare = openFile();
    let looks = 0;
    const counted: Database = {
      engine: bare.engine,
      transaction: (work) => bare.transaction(work),
      snapshot: (work) => bare.snapshot(work),
      close: () => bare.close(),
      read: (work) => {
        looks += 1;
        return bare.read(work);
      },
    };
    const checks = watch({ database: counted });
    const reports = await Promise.all(Array.from({ length: 50 }, () => checks()));
    expect(new Set(reports).size).toBe(1);
    expect(looks).toBe(1);
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)('the data folder (requires root, to mount a small disk)', () => {
  it.each([
    ['is read-only', '.', 'disk', ['-o', 'remount,ro'], 'EROFS'],
    ['is full', '.', 'disk', ['-o', 'remount,size=64k'], 'no space left for the data folder'],
    ['has files on a disk that is read-only', 'files', 'files', ['-o', 'remount,ro'], 'EROFS'],
    [
      'has files on a disk that is full',
      'files',
      'files',
      ['-o', 'remount,size=64k'],
      'no space left for the stored files',
    ],
  ] as const)('is reported when it %s', async (_how, place, check, change, problem) => {
    const dataFolder = join(folder, 'disk');
    const disk = join(dataFolder, place);
    execFileSync('mkdir', ['-p', disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
    try {
      const database = openFile();
      expect(await watch({ database, dataFolder })()).toMatchObject({ disk: ok, files: ok });
      execFileSync('mount', [...change, disk]);
      expect(await watch({ database, dataFolder })()).toMatchObject({
        database: ok,
        ...(check === 'files' && { disk: ok }),
        [check]: { status: 'failed', problem: expect.stringContaining(problem) },
      });
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('a database that stops answering', () => {
  it('is reported after two seconds, and recovers without a restart', async () => {
    const { PostgresDatabase } = await import('../../ground/database/postgres-database.ts');
    const way = await openCutOff(await createTestDatabase());
    try {
      const database = await PostgresDatabase.open(way.url, 1);
      opened.push(database);
      const checks = watch({ database });
      way.fallSilent();
      const [one, other] = await Promise.all([checks(), checks()]);
      expect(one).toMatchObject({
        database: { status: 'failed', problem: 'No answer within 2 seconds.' },
        migrations: { status: 'failed' },
        files: ok,
        relay: ok,
      });
      // Nothing that a payment needs is in the data folder.
      expect(one).not.toHaveProperty('disk');
      expect(other).toBe(one);
      await expect.poll(async () => (await checks())['database']).toEqual(ok);
      await opened.pop()?.close();
    } finally {
      await way.close();
    }
  });
});
