import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newCustomerId, person } from '../../test/customers.ts';
import { eachEngine } from '../../test/each-engine.ts';
import { fund, makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { raw } from '../../test/query-plans.ts';
import { rowsOf } from '../../test/store-rows.ts';
import type { TestServer } from '../../test/test-server.ts';
import { declaredStatements, rawQuery } from '../ground/database/statement.ts';

const email = 'ada.open@example.com';

/** Restores a row to its form in a version without sealed columns. */
async function writeClear({ bare }: TestServer, table: string, id: string, columns: object): Promise<void> {
  const set = Object.entries(columns).map(([name, value]) => `${name} = ${quoted(value)}`);
  const update = sql.raw<{ id: string }>(`update ${table} set ${set.join(', ')} where id = ${quoted(id)} returning id`);
  await bare.transaction((unit) => unit.select((db) => rawQuery(update, db)));
}

function quoted(value: unknown): string {
  return value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
}

async function unseal(server: TestServer): Promise<void> {
  const { deps, tenant } = server;
  const [customers, accounts, transactions] = await deps.database.read((unit) =>
    Promise.all([
      unit.select((db) => db.selectFrom('customers').selectAll().where('tenant', '=', tenant)),
      unit.select((db) => db.selectFrom('external_accounts').selectAll().where('tenant', '=', tenant)),
      unit.select((db) => db.selectFrom('transactions').selectAll().where('tenant', '=', tenant)),
    ]),
  );
  for (const { id, email: address, profile, consent } of customers)
    await writeClear(server, 'customers', id, { email: address, profile, consent });
  for (const { id, identifier, account_info } of accounts) {
    const old = { identifier, account_info, fingerprint: `old ${id}`, identifier_digest: null };
    await writeClear(server, 'external_accounts', id, old);
  }
  for (const { id, destination_identifier } of transactions)
    await writeClear(server, 'transactions', id, { destination_identifier });
}

eachEngine('rows that an earlier version stored unencrypted', (start) => {
  it('are readable in clear, and encrypted in the background', async () => {
    const server = await start();
    const sender = await makeSender(server, 'USD', 0);
    await fund(server, sender.accounts['USD'] ?? '', 1_000_000);
    const named = await newCustomerId(server, { ...person, email });
    const to = await makeUsdAccount(server, sender.customerId, '119');
    const { body: account } = await server.request('GET', `/customers/external-accounts/${to}`);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: sender.accounts['USD'] ?? '', to }),
    );
    await unseal(server);
    const { accountNumber } = account.accountInfo;
    const kept = async (): Promise<string> => {
      const rows = await rowsOf(server.bare, [server.tenant]);
      return ['customers', 'external_accounts', 'transactions'].map((table) => rows.get(table)).join('\n');
    };
    expect(await kept()).toContain(email);
    expect(await kept()).toContain(accountNumber);
    expect((await server.request('GET', `/customers/external-accounts/${to}`)).body).toEqual(account);

    await server.advance(0);
    expect(await kept()).not.toContain(email);
    expect(await kept()).not.toContain(accountNumber);
    expect((await server.request('GET', `/customers/external-accounts/${to}`)).body).toEqual(account);
    expect((await server.request('GET', `/customers/${named}`)).body.email).toBe(email);
    const found = await server.request('GET', `/transactions?receiverAccountIdentifier=${accountNumber}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([quote.transactionId]);
    const { customerId, currency, accountInfo } = account;
    const { paymentRails: _rails, ...given } = accountInfo;
    const again = await server.request('POST', '/customers/external-accounts', {
      customerId,
      currency,
      accountInfo: given,
    });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE_EXTERNAL_ACCOUNT']);
  });

  it('are found through the index of unencrypted rows only', async () => {
    const server = await start();
    const { bare } = server;
    await newCustomerId(server, { ...person, email });
    const copy = `insert into customers select (jsonb_populate_record(null::customers, to_jsonb(one) ||
      jsonb_build_object('id', one.id || number, 'platform_customer_id', one.id || number, 'uma_address', one.id || number))).*
      from (select * from customers limit 1) as one, generate_series(1, 2000) as number`;
    if (bare.engine === 'postgres') await bare.transaction((unit) => unit.run(raw(copy), {}));
    for (const table of ['customers', 'transactions']) {
      const asked = declaredStatements().find(({ name }) => name === `findOpen:${table}`);
      const { text = '', values } = asked?.bind(bare.engine, { now: server.clock.now() }) ?? {};
      const explain = bare.engine === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const plan = await bare.read((unit) => unit.all(raw(`${explain} ${text}`, values), {}));
      expect(JSON.stringify(plan)).toContain(`${table}_unsealed`);
    }
  });
});
