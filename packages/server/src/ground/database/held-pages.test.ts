import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMigratedFile } from '../../../test/fresh-stores.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

let folder = '';
let file = '';
let database: SqliteDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-pages-'));
  file = join(folder, 'test.sqlite');
  database = await openMigratedFile(file);
});
afterEach(async () => {
  await database.close().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

/** Fills pages that an earlier unit has left free, if there are any. */
const fill = (name: string, rows = 20): Promise<void> =>
  database.transaction(async (unit) =>
    unit.insert(
      'idempotency_keys',
      Array.from({ length: rows }, (_, at) => ({
        tenant: 1,
        key_hash: `${name}-${at}`.padEnd(2_000, 'x'),
        fingerprint: '',
        status: 200,
        body: '',
        created_at: '2025-01-01T00:00:00.000Z' as const,
        expires_at: '2025-01-02T00:00:00.000Z' as const,
      })),
    ),
  );
const empty = (): Promise<unknown> =>
  database.transaction(async (unit) => unit.select((db) => db.deleteFrom('idempotency_keys')));
const elsewhere = (text: string): void => {
  const other = new DatabaseSync(file);
  other.exec(text);
  other.close();
};
/** As `cp` onto an existing file. */
const overwrite = (bytes: Uint8Array, at = 0): void => {
  const open = openSync(file, 'r+');
  writeSync(open, bytes, 0, bytes.length, at);
  closeSync(open);
};

describe('an embedded database of unchanged size', () => {
  it('takes no writes after another program has overwritten it, until the right bytes are back', async () => {
    await fill('large', 200);
    await empty();
    elsewhere('PRAGMA wal_checkpoint');
    const copy = readFileSync(file);
    await fill('since');
    elsewhere('PRAGMA wal_checkpoint');
    await fill('more');
    await fill('later');
    const right = readFileSync(file);
    expect(right.length).toBe(copy.length);
    overwrite(copy);
    for (const name of ['after', 'again'])
      await expect(fill(name)).rejects.toMatchObject({
        shortage: 'AWAY',
        message: expect.stringMatching(/test\.sqlite was overwritten by another program: stop the server, and restore/),
      });
    overwrite(right);
    await fill('restored');
  });

  it.each([
    ['was touched', async () => utimesSync(file, new Date(), new Date())],
    ['was checkpointed by another process', async () => elsewhere('PRAGMA wal_checkpoint')],
    [
      'was written and emptied twice by another process',
      async () => {
        for (const name of ['a', 'b']) {
          elsewhere(`CREATE TABLE ${name} (x); PRAGMA wal_checkpoint(TRUNCATE)`);
          elsewhere(`DROP TABLE ${name}; PRAGMA wal_checkpoint(TRUNCATE)`);
          await database.transaction(async () => undefined);
        }
      },
    ],
    [
      'has a part of an interrupted checkpoint',
      async () => {
        const log = readFileSync(`${file}-wal`);
        const frame = 24 + 4_096;
        const first = [...Array(Math.floor((log.length - 32) / frame)).keys()].findLast(
          (at) => log.readUInt32BE(32 + at * frame) === 1,
        );
        if (first === undefined) throw new Error('no unit has changed the first page');
        const page = 32 + first * frame + 24;
        overwrite(log.subarray(page, page + 4_096));
      },
    ],
  ])('takes writes although it %s', async (_, happen) => {
    await fill('first');
    elsewhere('PRAGMA wal_checkpoint');
    await fill('second');
    await fill('later');
    await happen();
    await fill('third');
    await fill('fourth');
  });

  it('takes writes across its own checkpoints', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await fill(`${turn}`, 1_000);
      await empty();
    }
    expect(readFileSync(`${file}-wal`).readUInt32BE(12)).toBeGreaterThan(2);
  });
});
