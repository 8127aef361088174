import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Caller, createCaller, expectStatus } from './caller.ts';
import { fileOf, formOf, passport } from './documents.ts';
import { makeExternal, makeSender, makeUsdAccount, quoteBody } from './parties.ts';
import { runServer } from './server-process.ts';
import { storeMasterKey } from './stores-of-releases.ts';

// Records the store of a release, for the test that migrates it: node packages/server/test/record-store.ts CHECKOUT,
// with the release installed there. Without CHECKOUT it records this release.

const here = fileURLToPath(new URL('../../../', import.meta.url));
const checkout = resolve(process.argv[2] ?? here);

/** A port without a listener, so that events wait. */
const deafEndpoint = 'http://127.0.0.1:9/webhooks';

/** A completed payment, one in progress, a failed one, a quote that is never executed, and a document. */
async function makeData(caller: Caller): Promise<void> {
  const { customerId, accounts } = await makeSender(caller, 'USD', 1_000_000, { platformCustomerId: 'payer' });
  const from = accounts['USD'] ?? '';
  const pay = async (to: string): Promise<string> => {
    const body = quoteBody({ from, to, extra: { immediatelyExecute: true } });
    return expectStatus(await caller.request('POST', '/quotes', body), 201).transactionId;
  };
  const [good, failing] = [await makeUsdAccount(caller, customerId), await makeUsdAccount(caller, customerId, '002')];
  const done = await pay(good);
  const refused = await pay(failing);
  expectStatus(await caller.request('POST', '/sandbox/clock/advance', { seconds: 30 * 86_400 }), 200);
  for (const id of [done, refused]) expectStatus(await caller.request('GET', `/transactions/${id}`), 200);
  // After the month: otherwise each attempt to deliver would be a row.
  expectStatus(await caller.request('PATCH', '/config', { webhookEndpoint: deafEndpoint }), 200);
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
  const iban = 'DE89370400440532013000';
  const slow = await makeExternal(caller, customerId, 'EUR', { accountType: 'EUR_ACCOUNT', iban, beneficiary });
  const body = quoteBody({ from, to: slow, extra: { immediatelyExecute: true } });
  const sepa = { ...body, destination: { ...body.destination, paymentRail: 'SEPA' } };
  expectStatus(await caller.request('POST', '/quotes', sepa, { 'idempotency-key': 'recorded' }), 201);
  expectStatus(await caller.request('POST', '/quotes', quoteBody({ from, to: good })), 201);
  const form = formOf({ ...passport, file: fileOf('pdf'), documentHolder: customerId });
  expectStatus(await caller.request('POST', '/documents', form), 201);
}

/** Every row of a store as SQL for both engines, in the order in which the tables were created. */
function rowsOf(file: string): { readonly version: number; readonly sql: string } {
  const store = new DatabaseSync(file);
  const tables = store
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'schema_migrations');
  const lines = tables.flatMap((table) => {
    const columns = store.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    const names = columns.map(({ name }) => String(name));
    const row = names.map((name) => `quote("${name}")`).join(" || ', ' || ");
    const rows = store.prepare(`SELECT ${row} AS row FROM "${table}"`).all();
    // Migrations also write rows.
    const emptied = rows.length === 0 ? [] : [`DELETE FROM ${table};`];
    return emptied.concat(rows.map((each) => `INSERT INTO ${table} (${names.join(', ')}) VALUES (${each['row']});`));
  });
  const version = Number(store.prepare('SELECT max(version) AS version FROM schema_migrations').get()?.['version']);
  store.close();
  return { version, sql: `${lines.join('\n')}\n` };
}

const data = mkdtempSync(join(tmpdir(), 'payments-record-'));
try {
  const program = join(checkout, 'packages/server/src/main.ts');
  const server = runServer(
    ['--port', '0', '--data', data, '--json'],
    { PAYMENTS_MASTER_KEY: storeMasterKey, PAYMENTS_REQUEST_LOG: 'off' },
    program,
  );
  await makeData(createCaller(await server.ready()));
  await server.stop();
  const { version, sql } = rowsOf(join(data, 'payments.sqlite'));
  const folder = join(here, 'packages/server/test/stores');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${String(version).padStart(4, '0')}.sql.gz`);
  writeFileSync(file, gzipSync(sql));
  process.stdout.write(`${file}: ${sql.split('\n').length - 1} rows\n`);
} finally {
  rmSync(data, { recursive: true });
}
