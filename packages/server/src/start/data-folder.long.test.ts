import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Outcome, runProgram } from '../../test/server-process.ts';
import { startedServers } from '../../test/started-servers.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';

const servers = startedServers();

async function refusal(environment: Record<string, string> = {}): Promise<string> {
  const line = await servers.refusal('', environment);
  expect(line.split('\n')).toHaveLength(1);
  return line;
}

async function startAndStop(): Promise<void> {
  const server = await servers.start();
  await server.stop();
}

const inFolder = (name: string): string => join(servers.folder, name);

function run(file: string, ...words: string[]): Promise<Outcome> {
  return runProgram(fileURLToPath(new URL(file, import.meta.url)), [...words, '--data', servers.folder]);
}

async function command(file: string, ...words: string[]): Promise<number | null> {
  return (await run(file, ...words)).code;
}

describe('a data folder', () => {
  it('is locked by one server: a second one names its pid, --data and DATABASE_URL in one line', async () => {
    const first = servers.launch();
    await first.ready();
    const line = await refusal();
    for (const part of [servers.folder, String(first.child.pid), '--data', 'DATABASE_URL'])
      expect(line).toContain(part);
    expect(await first.stop()).toBe(0);
    await startAndStop();
  });

  it('is unlocked when its server was killed, even if another process has its pid', async () => {
    const first = servers.launch();
    await first.ready();
    await first.stop('SIGKILL');
    writeFileSync(inFolder('server.pid'), `${process.pid}\n`);
    await startAndStop();
  });

  it('is open to verify and the operator while its server runs, and keeps its schema', async () => {
    await servers.start();
    expect(await command('./verify-command.ts')).toBe(0);
    expect(
      await command('./operator-command.ts', 'create-platform', '--platform', 'acme', '--currency', 'USD', '--json'),
    ).toBe(0);
    const handle = new DatabaseSync(inFolder('payments.sqlite'), { timeout: 10_000 });
    handle.exec('DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)');
    const versions = () => handle.prepare('SELECT version FROM schema_migrations').all();
    const older = versions();
    const { code, complaint } = await run('./operator-command.ts', 'launch-status', '--platform', 'acme');
    expect([code, complaint]).toEqual([1, expect.stringContaining('The data has an older version.')]);
    expect(await command('./verify-command.ts')).not.toBe(0);
    expect(versions()).toEqual(older);
    handle.close();
  });
});

describe('a server with an unusable data folder', () => {
  const other = 'a text of some length that is not a database at all\n'.repeat(100);

  it('refuses to start, in one line, when payments.sqlite is not a database', async () => {
    writeFileSync(inFolder('payments.sqlite'), other);
    const server = servers.launch();
    expect([await server.exited, server.stdout()]).toEqual([1, '']);
    expect(server.stderr()).toMatch(/^payments: .*payments\.sqlite.*not a database.*--data.*\n$/);
    expect(server.stderr()).toBe(`payments: ${await refusal()}\n`);
  });

  it.skipIf(process.platform !== 'linux')(
    'refuses to start, in one line, when the folder cannot be created',
    async () => {
      const server = servers.launch('', {}, '--data', '/proc/payments/data');
      expect(await server.exited).toBe(1);
      expect(server.stderr()).toMatch(/^payments: ENOENT.*\/proc\/payments.*--data\.\n$/);
    },
  );

  it('refuses to start, in one line, when the database is of another program, and leaves it unchanged', async () => {
    const foreign = new DatabaseSync(inFolder('payments.sqlite'));
    foreign.exec('CREATE TABLE recipes (name TEXT)');
    foreign.close();
    const before = readFileSync(inFolder('payments.sqlite'));
    expect(await refusal()).toMatch(/payments\.sqlite.*another program.*--data/);
    expect(readFileSync(inFolder('payments.sqlite')).equals(before)).toBe(true);
  });

  it('refuses to start, in one line, when the database is damaged', async () => {
    await startAndStop();
    truncateSync(inFolder('payments.sqlite'), 3 * 4096);
    expect(await refusal()).toMatch(/payments\.sqlite cannot be used.*--data/);
  });

  it.each(['{"tokenId":', '[]', 'null', '{"tokenId":1,"tokenSecret":"x"}'])(
    'refuses to start, in one line, when credentials.json has %s',
    async (text) => {
      writeFileSync(inFolder('credentials.json'), text);
      expect(await refusal()).toMatch(/credentials\.json.*Delete the file/);
    },
  );

  it('refuses to start, in one line, when the master key is malformed, in the file or in the environment', async () => {
    expect(await refusal({ PAYMENTS_MASTER_KEY: 'ab' })).toMatch(
      /PAYMENTS_MASTER_KEY.*64 hexadecimal.*Restore the key/,
    );
    writeFileSync(inFolder('master.key'), 'ab\n');
    expect(await refusal()).toMatch(/master\.key.*64 hexadecimal.*Restore the key/);
  });

  it('refuses to start, in one line, when the master key is missing, and creates no other', async () => {
    await startAndStop();
    const key = inFolder('master.key');
    renameSync(key, inFolder('away'));
    expect(await refusal()).toMatch(/no master key in .*Restore its master\.key from.*backup.*PAYMENTS_MASTER_KEY/);
    expect(await command('./operator-command.ts', 'troubled-work')).toBe(1);
    expect(existsSync(key)).toBe(false);
    renameSync(inFolder('away'), key);
    await startAndStop();
  });

  it('refuses to start, in one line, when master.key is a folder', async () => {
    mkdirSync(inFolder('master.key'));
    expect(await refusal()).toMatch(/EISDIR.*--data/);
  });
});

/** Every file below the data folder that other users can read or write. */
function wide(): string[] {
  return readdirSync(servers.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => {
      // A journal may already be gone when it is checked.
      const found = statSync(inFolder(name), { throwIfNoEntry: false });
      return found?.isFile() === true && (found.mode & 0o777) !== 0o600;
    })
    .toSorted();
}

describe('the files of the data folder', () => {
  it('are created with mode 0600, whatever the umask and the mode of the folder', async () => {
    chmodSync(servers.folder, 0o777);
    const umask = process.umask(0);
    try {
      const server = servers.launch();
      const seen = new Set<string>();
      const look = setInterval(() => {
        for (const name of wide()) seen.add(name);
      }, 1);
      await server.ready();
      clearInterval(look);
      expect([...seen, ...wide()]).toEqual([]);
      expect(existsSync(inFolder('payments.sqlite-wal'))).toBe(true);
      const file = inFolder('beside.sqlite');
      await SqliteDatabase.open(file).close();
      expect(wide()).toEqual([]);
    } finally {
      process.umask(umask);
    }
  });

  it('are restricted to mode 0600 at the start: database, log, credentials, keys and documents', async () => {
    const first = servers.launch();
    await first.ready();
    await first.stop('SIGKILL');
    mkdirSync(inFolder('files/1'), { recursive: true });
    writeFileSync(inFolder('files/1/document'), 'sealed');
    for (const name of readdirSync(servers.folder, { recursive: true, encoding: 'utf8' }))
      chmodSync(inFolder(name), statSync(inFolder(name)).isFile() ? 0o666 : 0o777);
    expect(wide()).toContain('payments.sqlite-wal');
    await servers.start();
    expect(wide()).toEqual([]);
    for (const name of ['files', 'files/1']) expect(statSync(inFolder(name)).mode & 0o777).toBe(0o700);
  });
});
