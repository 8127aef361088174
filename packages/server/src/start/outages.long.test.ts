import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../test/caller.ts';
import { type CutOff, openCutOff } from '../../test/cut-off.ts';
import { fileOf, formOf, passport } from '../../test/documents.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type ReadyServer, serverProcesses } from '../../test/server-processes.ts';
import { createDiskFileStore } from '../engines/files/disk-file-store.ts';
import { validators } from '../ground/specification/specification-validators.ts';

const servers = serverProcesses();
const { start } = servers;

const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

function expectUnavailable({ status, body, headers }: Answer): void {
  expect([status, body]).toEqual([503, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(validators('createCustomer').response(503, body)).toBeUndefined();
}

const failed = { status: 'failed', problem: expect.any(String) };

/** The lines of the process since it was ready. */
const said = ({ process }: ReadyServer): string[] => process.stderr().split('\n').filter(Boolean);

describe.skipIf(postgresUnavailable() !== undefined)('two processes during an outage of PostgreSQL', () => {
  let way: CutOff;
  afterEach(() => way.close());

  it('answer 503, report the outage once, and recover without a restart', async () => {
    way = await openCutOff(await createTestDatabase());
    const environment = { DATABASE_URL: way.url, PAYMENTS_MASTER_KEY: 'ab'.repeat(32) };
    const processes = [await start('one', environment), await start('two', environment)];
    await way.cut();
    for (const one of processes) {
      for (let request = 0; request < 20; request += 1) expectUnavailable(await one.request('POST', '/customers', ada));
      expectUnavailable(await one.request('GET', '/config'));
      expect([await one.health('/healthz'), await one.health('/readyz')]).toEqual([200, 503]);
      expect(await one.checks()).toMatchObject({
        status: 'unavailable',
        store: 'AWAY',
        checks: { database: failed, migrations: failed, files: { status: 'ok' }, relay: { status: 'ok' } },
      });
    }
    await way.restore();
    const restoredAt = performance.now();
    for (const one of processes) {
      await expect.poll(async () => (await one.request('POST', '/customers', ada)).status).toBe(201);
      await expect.poll(() => one.health('/readyz')).toBe(200);
    }
    const [first, second] = processes as [ReadyServer, ReadyServer];
    // No process has its own time: one moves the clock, and both show it.
    await expect
      .poll(async () => (await first.request('POST', '/sandbox/clock/advance', { seconds: 86_400 })).status)
      .toBe(200);
    const shown = await Promise.all(processes.map((one) => one.request('GET', '/sandbox/clock')));
    const [now, other] = shown.map(({ body }) => Date.parse(body.now));
    expect(Math.abs((now ?? 0) - (other ?? 0))).toBeLessThan(60_000);
    expect(now).toBeGreaterThan(Date.now() + 80_000_000);
    expect((await second.request('POST', '/sandbox/clock/advance', { seconds: 60 })).status).toBe(200);
    for (const one of processes) {
      expect(said(one)).toEqual([
        expect.stringMatching(/^payments: the store is away \(.*\)\. Requests are answered with 503/),
        expect.stringMatching(/^payments: the store works again after [\d.]+ s and \d+ failed calls$/),
      ]);
      expect(one.process.child.exitCode).toBeNull();
    }
    expect(performance.now() - restoredAt).toBeLessThan(60_000);
  });

  it('serve the metrics of the process within seconds while PostgreSQL is silent or away', async () => {
    way = await openCutOff(await createTestDatabase());
    const { baseUrl } = await start('one', { DATABASE_URL: way.url });
    const scrape = async (): Promise<unknown[]> => {
      const response = await fetch(new URL('/metrics', baseUrl), { signal: AbortSignal.timeout(5_000) });
      const text = await response.text();
      return [response.status, /^payments_ready\{check="database"\} (\d)$/m.exec(text)?.[1]];
    };
    expect(await scrape()).toEqual([200, '1']);
    way.hang();
    // One report of readiness serves a second.
    await expect.poll(scrape, { timeout: 10_000 }).toEqual([200, '0']);
    await way.cut();
    expect(await scrape()).toEqual([200, '0']);
    await way.restore();
    await expect.poll(scrape).toEqual([200, '1']);
  });
});

describe('an unavailable file storage', () => {
  it('is reported, fails only requests that need a file, and recovers without a restart', async () => {
    const server = await start();
    const upload = async (): Promise<Answer> => {
      const { body } = await server.request('POST', '/customers', ada);
      const parts = { ...passport, file: fileOf('pdf'), documentHolder: body.id };
      return server.request('POST', '/documents', formOf(parts));
    };
    expect((await upload()).status).toBe(201);
    const files = join(servers.folder, 'files');
    renameSync(files, `${files}.away`);
    writeFileSync(files, 'a file in the place of the folder');
    for (let again = 0; again < 3; again += 1) {
      const refused = await upload();
      expectUnavailable(refused);
      expect(refused.body.reason).toMatch(/^The service cannot reach its stored files/);
      expect((await server.request('POST', '/customers', ada)).status).toBe(201);
      expect(await server.checks()).toMatchObject({
        status: 'ready',
        checks: { database: { status: 'ok' }, disk: { status: 'ok' }, files: failed },
      });
      expect(await server.health('/readyz')).toBe(200);
      // Longer than the pause between two trials.
      await delay(700);
    }
    rmSync(files);
    renameSync(`${files}.away`, files);
    await expect.poll(async () => (await upload()).status).toBe(201);
    await expect.poll(() => server.checks()).toMatchObject({ checks: { files: { status: 'ok' } } });
    // The lines arrive over a pipe.
    await expect
      .poll(() => said(server))
      .toEqual([
        expect.stringMatching(/^payments: the storage of files is away \(ENOTDIR.*\)\. Requests that need a file/),
        expect.stringMatching(/^payments: the storage of files works again after [\d.]+ s and \d+ failed calls$/),
      ]);
    expect(existsSync(join(files, '0', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`))).toBe(false);
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)('a full disk under SQLite (requires root, to mount a small one)', () => {
  it('fails writes with 503, serves reads, and recovers without a restart once there is room', async () => {
    const disk = join(servers.folder, 'small');
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
    try {
      const server = await start('small');
      const made = await server.request('POST', '/customers', ada);
      const filler = join(disk, 'filler');
      try {
        writeFileSync(filler, Buffer.alloc(6 * 1024 * 1024));
      } catch {
        // It is as large as the free space.
      }
      const answers: number[] = [];
      for (let request = 0; request < 200 && answers.filter((status) => status === 503).length < 10; request += 1) {
        const answer = await server.request('POST', '/customers', ada);
        answers.push(answer.status);
        if (answer.status === 503) expectUnavailable(answer);
      }
      expect(new Set(answers)).toEqual(new Set([...(answers.includes(201) ? [201] : []), 503]));
      expect((await server.request('GET', `/customers/${made.body.id}`)).status).toBe(200);
      const upload = createDiskFileStore(disk).put(`1/${'0'.repeat(36)}`, Readable.from([Buffer.alloc(1024 * 1024)]));
      await expect(upload).rejects.toMatchObject({ shortage: 'FULL' });
      expect([await server.health('/healthz'), await server.health('/readyz')]).toEqual([200, 503]);
      expect(await server.checks()).toMatchObject({
        store: 'FULL',
        checks: { database: failed, migrations: { status: 'ok' }, disk: failed, relay: { status: 'ok' } },
      });
      rmSync(filler);
      await expect.poll(async () => (await server.request('POST', '/customers', ada)).status).toBe(201);
      await expect.poll(() => server.health('/readyz')).toBe(200);
      const listed = await server.request('GET', '/customers?limit=100');
      expect(listed.body.data).toHaveLength(2 + answers.filter((status) => status === 201).length);
      expect(said(server)).toEqual([
        expect.stringMatching(/^payments: the store is full \(.*\)\. Requests/),
        expect.stringMatching(/^payments: the store works again/),
      ]);
      expect(await server.process.stop()).toBe(0);
    } finally {
      await servers.stopAll('SIGKILL');
      execFileSync('umount', [disk]);
    }
  });

  it('keeps a new server from starting, in one line, and lets it start once there is room', async () => {
    const disk = join(servers.folder, 'small');
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900k', 'tmpfs', disk]);
    try {
      const refused = servers.launch('small');
      expect([await refused.exited, refused.stderr().split('\n')]).toEqual([
        1,
        [
          expect.stringMatching(
            /^payments: .*payments\.sqlite cannot be used: .* full\. Free some space, or .*--data\.$/,
          ),
          '',
        ],
      ]);
      execFileSync('mount', ['-o', 'remount,size=16m', disk]);
      const server = await start('small');
      expect((await server.request('POST', '/customers', ada)).status).toBe(201);
    } finally {
      await servers.stopAll('SIGKILL');
      execFileSync('umount', [disk]);
    }
  });
});
