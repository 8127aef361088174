import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnusable, UniqueViolation } from './database.ts';
import { migrations, scriptOfFresh } from './migrate.ts';
import type { NewRow } from './schema.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import type { Unit } from './unit.ts';

let folder = '';
let file = '';
let database: SqliteDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-database-'));
  file = join(folder, 'test.sqlite');
  database = SqliteDatabase.open(file);
});
afterEach(async () => {
  await database.close().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

const key = (name: string): NewRow<'idempotency_keys'> => ({
  tenant: 1,
  key_hash: name,
  fingerprint: '',
  status: 200,
  body: '',
  created_at: '2025-01-01T00:00:00.000Z',
  expires_at: '2025-01-02T00:00:00.000Z',
});
const add = (name: string) => async (unit: Unit) => unit.insert('idempotency_keys', [key(name)]);
const names = (): Promise<string[]> =>
  database.read(async (unit) =>
    (await unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash').orderBy('key_hash'))).map(
      (row) => row.key_hash,
    ),
  );

describe('the embedded database', () => {
  it('commits 50 waiting database transactions in one commit', async () => {
    const reader = new DatabaseSync(file);
    const before = Number(reader.prepare('PRAGMA data_version').get()?.['data_version']);
    const seen = new Set<number>();
    const units = Array.from({ length: 50 }, (_, index) =>
      database
        .transaction(add(`key-${index}`))
        .then(() => seen.add(Number(reader.prepare('PRAGMA data_version').get()?.['data_version']))),
    );
    await Promise.all(units);
    expect(await names()).toHaveLength(50);
    expect([...seen]).toEqual([before + 1]);
    reader.close();
  });

  it('rolls back a database transaction that throws, and keeps the others of its group', async () => {
    const failing = database.transaction(async (unit) => {
      unit.insert('idempotency_keys', [key('lost')]);
      throw new Error('no');
    });
    const outcomes = await Promise.allSettled([
      database.transaction(add('a')),
      failing,
      database.transaction(add('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('reruns a group only when a database transaction in its middle fails after a write', async () => {
    const runs = { first: 0, second: 0 };
    const counted = (name: 'first' | 'second') => async (unit: Unit) => {
      runs[name] += 1;
      await add(`${name}-${runs[name]}`)(unit);
    };
    const failed = async (unit: Unit, ...written: string[]): Promise<never> => {
      for (const name of written) await add(name)(unit);
      await unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash'));
      throw new Error('no');
    };
    const group = (...works: ((unit: Unit) => Promise<void>)[]) =>
      Promise.allSettled(works.map((work) => database.transaction(work)));
    await group(
      (unit) => failed(unit, 'lost'),
      counted('first'),
      (unit) => failed(unit),
      counted('second'),
    );
    expect(await names()).toEqual(['first-1', 'second-1']);
    await group(counted('first'), (unit) => failed(unit, 'lost'), counted('second'));
    expect(await names()).toEqual(['first-1', 'first-3', 'second-1', 'second-2']);
    await group(counted('first'), (unit) => failed(unit, 'lost'), counted('second'));
    expect(await names()).toEqual(['first-1', 'first-3', 'first-4', 'second-1', 'second-2', 'second-3']);
  });

  it('shows readers no write before its commit', async () => {
    let during: string[] = [];
    await database.transaction(async (unit) => {
      unit.insert('idempotency_keys', [key('a')]);
      during = await names();
    });
    expect(during).toEqual([]);
    expect(await names()).toEqual(['a']);
  });

  it('reads the data of one moment throughout a snapshot', async () => {
    await database.transaction(add('a'));
    const counts = await database.snapshot(async (unit) => {
      const count = async (): Promise<number> =>
        (await unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash'))).length;
      const before = await count();
      await database.transaction(add('b'));
      return [before, await count()];
    });
    expect(counts).toEqual([1, 1]);
  });

  it('rejects a duplicate key with UniqueViolation', async () => {
    await database.transaction(add('a'));
    const broken = database.transaction(add('a'));
    await expect(broken).rejects.toBeInstanceOf(UniqueViolation);
    await expect(broken).rejects.toMatchObject({ rule: 'idempotency_keys.tenant, idempotency_keys.key_hash' });
  });

  it('uses write-ahead logging', async () => {
    const pragma = (text: string) => ({ name: text, bind: () => ({ text, values: [] }) });
    const settings = await database.transaction(async (unit) => [
      await unit.first(pragma('PRAGMA journal_mode'), {}),
      await unit.first(pragma('PRAGMA synchronous'), {}),
    ]);
    // 2 is FULL: each commit waits for the disk.
    expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }]);
  });

  it('keeps its data over a restart', async () => {
    await database.transaction(add('a'));
    await database.close();
    database = SqliteDatabase.open(file);
    expect(await names()).toEqual(['a']);
  });

  it('serves reads while another process holds the write lock, and commits once it is released', async () => {
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const waiting = database.transaction(add('waiting'));
    for (let read = 0; read < 3; read += 1) {
      expect(await names()).toEqual([]);
      await delay(20);
    }
    other.exec('ROLLBACK');
    await waiting;
    expect(await names()).toEqual(['waiting']);
    other.close();
  });

  it('refuses writes with BUSY while another process holds the write lock, later ones at once', async () => {
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(database.transaction(add('first'))).rejects.toMatchObject({ shortage: 'BUSY' });
    const since = performance.now();
    await expect(database.transaction(add('second'))).rejects.toMatchObject({ shortage: 'BUSY' });
    expect(performance.now() - since).toBeLessThan(1_000);
    other.exec('ROLLBACK');
    other.close();
    await database.transaction(add('third'));
    expect(await names()).toEqual(['third']);
  });

  it.each(['', '-wal'])(
    'refuses writes while its file%s is missing or replaced, and continues once it is restored',
    async (suffix) => {
      await database.transaction(add('before'));
      const held = `${file}${suffix}`;
      const away = join(folder, 'away');
      renameSync(held, away);
      await expect(database.transaction(add('deleted'))).rejects.toMatchObject({ shortage: 'AWAY' });
      writeFileSync(held, '');
      await expect(database.transaction(add('replaced'))).rejects.toMatchObject({ shortage: 'AWAY' });
      expect(await names()).toEqual(['before']);
      renameSync(away, held);
      await database.transaction(add('after'));
      expect(await names()).toEqual(['after', 'before']);
    },
  );

  it.each(['', '-wal'])(
    'refuses writes after another program has cut its file%s short, and reads of what is lost',
    async (suffix) => {
      const large = Array.from({ length: 200 }, (_, at) => key(`${at}`.padEnd(2_000, 'x')));
      await database.transaction(async (unit) => unit.insert('idempotency_keys', large));
      if (suffix === '') {
        const other = new DatabaseSync(file);
        other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        other.close();
      }
      await database.transaction(add('before'));
      truncateSync(`${file}${suffix}`, 0);
      await expect(database.transaction(add('after'))).rejects.toMatchObject({
        shortage: 'AWAY',
        message: expect.stringMatching(/was cut short or overwritten by another program: stop the server, and restore/),
      });
      await expect(names()).rejects.toMatchObject({ shortage: 'AWAY' });
    },
  );

  it.each(['PRAGMA wal_checkpoint(TRUNCATE)', 'VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'])(
    'continues after another program has made its files smaller by %s',
    async (text) => {
      const large = Array.from({ length: 200 }, (_, at) => key(`${at}`.padEnd(2_000, 'x')));
      await database.transaction(async (unit) => unit.insert('idempotency_keys', large));
      await database.transaction(async (unit) => unit.select((db) => db.deleteFrom('idempotency_keys')));
      const other = new DatabaseSync(file);
      other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await database.transaction(add('before'));
      other.exec(text);
      await database.transaction(add('after'));
      expect(await names()).toEqual(['after', 'before']);
      other.close();
    },
  );

  it('refuses units after its close', async () => {
    const last = database.transaction(add('last'));
    await database.close();
    await last;
    await expect(database.transaction(add('late'))).rejects.toMatchObject({ shortage: 'AWAY' });
  });

  it('refuses a store of a newer schema, naming its version', async () => {
    await database.close();
    const handle = new DatabaseSync(file);
    handle.prepare('INSERT INTO schema_migrations (version, name) VALUES (9999, ?)').run('9999-from-the-future.sql');
    handle.close();
    expect(() => SqliteDatabase.open(file)).toThrow(DatabaseUnusable);
    expect(() => SqliteDatabase.open(file)).toThrow(/newer version \(schema 9999\).*choose another data folder/);
  });

  it('creates a new store from one script, identical to one built by its migrations', () => {
    const migrated = new DatabaseSync(':memory:');
    migrated.exec(
      'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)',
    );
    for (const { version, name, text } of migrations('sqlite')) {
      migrated.exec(text);
      migrated.prepare('INSERT INTO schema_migrations (version, name) VALUES (?, ?)').run(version, name);
    }
    const contentOf = (handle: DatabaseSync) => {
      const made = handle.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid').all();
      const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
      return { made, rows: tables.map((table) => handle.prepare(`SELECT * FROM "${table}"`).all()) };
    };
    // Like a migration.
    migrated.exec("INSERT INTO idempotency_keys VALUES (1, 'it''s', '', 200, X'00ff', '', '')");
    const byScript = new DatabaseSync(':memory:');
    byScript.exec(scriptOfFresh(migrated));
    expect(contentOf(byScript)).toEqual(contentOf(migrated));
    migrated.exec('DELETE FROM idempotency_keys');
    const opened = new DatabaseSync(file);
    expect(contentOf(opened)).toEqual(contentOf(migrated));
    for (const handle of [migrated, byScript, opened]) handle.close();
  });

  it('has the same migrations for both engines, numbered without gaps', () => {
    const [sqlite, postgres] = [migrations('sqlite'), migrations('postgres')];
    expect(sqlite.map(({ version }) => version)).toEqual(sqlite.map((_, index) => index + 1));
    expect(postgres.map(({ name }) => name)).toEqual(sqlite.map(({ name }) => name));
    const wordsOf = (all: typeof sqlite): string => all.map(({ text }) => text.replaceAll(/--.*/g, '')).join('\n');
    const ofSqlite = ['WITHOUT ROWID', 'AUTOINCREMENT', 'strftime(', 'sqlite_sequence'];
    const ofPostgres = ['pg_current_xact_id', 'timestamptz'];
    const found = (all: typeof sqlite) => [...ofSqlite, ...ofPostgres].filter((word) => wordsOf(all).includes(word));
    expect([found(sqlite), found(postgres)]).toEqual([ofSqlite, ofPostgres]);
    expect(wordsOf(postgres)).not.toMatch(/sqlite|postgres:/);
  });
});

describe('opening a store for reading only', () => {
  it('reads beside a live server, and refuses to write', async () => {
    await database.transaction(add('a'));
    const looking = SqliteDatabase.openForReading(file);
    expect(
      await looking.snapshot((unit) => unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash'))),
    ).toHaveLength(1);
    await expect(looking.transaction(add('b'))).rejects.toThrow('readonly');
    await looking.close();
    await database.transaction(add('c'));
    expect(await names()).toEqual(['a', 'c']);
  });

  it('refuses a store of an older schema instead of changing it', async () => {
    await database.close();
    const handle = new DatabaseSync(file);
    handle.exec('DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)');
    handle.close();
    expect(() => SqliteDatabase.openForReading(file)).toThrow('older version');
  });
});
