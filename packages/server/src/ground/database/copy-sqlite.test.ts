import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { memoryFolder } from '../../../test/memory-folder.ts';
import { copySqlite } from './copy-sqlite.ts';

const folder = mkdtempSync(join(memoryFolder(), 'payments-copy-'));
afterEach(() => rmSync(folder, { recursive: true }));

it('copies a consistent snapshot of a store while another connection keeps committing', async () => {
  const [from, to] = [join(folder, 'store.sqlite'), join(folder, 'copy.sqlite')];
  const writer = new DatabaseSync(from);
  writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE rows (text TEXT);
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
    INSERT INTO rows SELECT hex(zeroblob(2000)) FROM number`);
  const shares: number[] = [];
  await copySqlite(from, to, (share) => {
    shares.push(share);
    // A copy that starts again after each commit would not end.
    if (shares.length > 20) throw new Error('the copy begins again and again');
    writer.exec("INSERT INTO rows VALUES ('later')");
  });
  const copy = new DatabaseSync(to);
  const count = (store: DatabaseSync): unknown => store.prepare('SELECT count(*) AS n FROM rows').get()?.['n'];
  expect(shares.length).toBeGreaterThan(2);
  expect([count(copy), count(writer)]).toEqual([2000, 2000 + shares.length]);
  copy.close();
  writer.close();
});
