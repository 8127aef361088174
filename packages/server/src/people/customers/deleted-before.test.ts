import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeSender } from '../../../test/parties.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { SqliteDatabase } from '../../ground/database/sqlite-database.ts';

const migration = new URL('../../ground/database/migrations/0025-ends-of-deleted-customers.sql', import.meta.url);

it('restores customers deleted with a balance and closes the accounts of the other deleted ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-deleted-before-'));
  const file = join(folder, 'store.sqlite');
  const database = SqliteDatabase.open(file);
  const server = await startTestServer(database);
  const [rich, poor] = [await makeSender(server), await makeSender(server, 'USD', 0)];
  await server.close();
  await database.close();
  const store = new DatabaseSync(file);
  // The state that a version left which deleted customers without a check; its tables had these columns too.
  for (const column of ['refund_status', 'due_at']) store.exec(`ALTER TABLE transactions ADD COLUMN ${column} TEXT`);
  store.exec(`UPDATE customers SET deleted_at = created_at, platform_customer_id = 'one'`);
  store.exec(readFileSync(migration, 'utf8'));
  const find = store.prepare('SELECT deleted_at, platform_customer_id FROM customers WHERE id = ?');
  const states = store.prepare('SELECT DISTINCT status FROM internal_accounts WHERE customer_id = ?');
  expect(find.get(rich.customerId)).toEqual({ deleted_at: null, platform_customer_id: `one ${rich.customerId}` });
  expect(states.all(rich.customerId)).toEqual([{ status: 'ACTIVE' }]);
  expect(find.get(poor.customerId)).toMatchObject({ platform_customer_id: 'one' });
  expect(states.all(poor.customerId)).toEqual([{ status: 'CLOSED' }]);
  store.close();
  rmSync(folder, { recursive: true });
});
