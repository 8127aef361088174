import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { beneficiary, makeExternal, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { sqlitePlanOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { makeReceiver, payUma, receiveUma } from '../../../test/uma-payments.ts';
import { mostAccounts } from '../../accounts/external/accounts-of-identifier.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { listTransactionRows, type TransactionFilters } from './list-transaction-rows.ts';

async function ids(server: TestServer, query: string): Promise<string[]> {
  const { status, body, text } = await server.request('GET', `/transactions?${query}`);
  if (status !== 200) throw new Error(text);
  return body.data.map(({ id }: { id: string }) => id);
}

const quoted = encodeURIComponent;
const number = '123456789';
const sharedAccount = { accountType: 'USD_ACCOUNT', accountNumber: number, routingNumber: '021000021', beneficiary };

eachEngine('finding transactions by account', (start, engine) => {
  it('accepts account ids, bank account numbers and UMA addresses, on either side or on one', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId);
    const { body: account } = await server.request('GET', `/customers/external-accounts/${to}`);
    const number = account.accountInfo.accountNumber;
    const { body: paid } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    const out = paid.transactionId;
    const uma = await payUma(server, 'success.usd');
    const receiver = await makeReceiver(server);
    const incoming = (await receiveUma(server, receiver, { from: '$Friend@one.example.com' })).body.id;
    for (const [query, found] of [
      [`accountIdentifier=${from}`, [out]],
      [`accountIdentifier=${to}`, [out]],
      [`accountIdentifier=${number}`, [out]],
      [`senderAccountIdentifier=${from}`, [out]],
      [`receiverAccountIdentifier=${from}`, []],
      [`receiverAccountIdentifier=${to}`, [out]],
      [`receiverAccountIdentifier=${number}`, [out]],
      [`senderAccountIdentifier=${number}`, []],
      [`senderAccountIdentifier=${uma.from}`, [uma.id]],
      [`receiverAccountIdentifier=${quoted('$success.usd@sandbox.example.com')}`, [uma.id]],
      [`accountIdentifier=${quoted('$friend@one.example.com')}`, [incoming]],
      [`senderAccountIdentifier=${quoted('$friend@one.example.com')}`, [incoming]],
      [`receiverAccountIdentifier=${quoted('$friend@one.example.com')}`, []],
      [`receiverAccountIdentifier=${quoted(receiver.address)}`, [incoming]],
      [`receiverAccountIdentifier=${receiver.accounts['USD']}`, [incoming]],
      [`senderAccountIdentifier=${from}&receiverAccountIdentifier=${to}`, [out]],
      [`senderAccountIdentifier=${from}&receiverAccountIdentifier=${uma.from}`, []],
      [`accountIdentifier=${from}&accountIdentifier=`, undefined],
      [`accountIdentifier=${from}&type=INCOMING`, []],
      [`accountIdentifier=${from}&customerId=${customerId}&status=PENDING`, [out]],
    ] as const) {
      if (found === undefined) expect((await server.request('GET', `/transactions?${query}`)).status).toBe(400);
      else expect([query, await ids(server, query)]).toEqual([query, found]);
    }
  });

  it('finds by reference and by platformCustomerId, also of a deleted customer', async () => {
    const server = await start();
    const { customerId, id } = await receiveOne(server);
    const { body } = await server.request('GET', `/transactions/${id}`);
    expect(await ids(server, `reference=${body.reconciliationInstructions.reference}`)).toEqual([id]);
    expect(await ids(server, `platformCustomerId=${body.platformCustomerId}`)).toEqual([id]);
    await server.request('DELETE', `/customers/${customerId}`);
    expect(await ids(server, `platformCustomerId=${body.platformCustomerId}`)).toEqual([id]);
    expect(await ids(server, 'platformCustomerId=nobody')).toEqual([]);
  });

  it('pages through the results of both sides in one order', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const [usd, eur] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const made: string[] = [];
    for (const [from, to] of [
      [usd, eur],
      [eur, usd],
      [usd, eur],
      [eur, usd],
      [usd, eur],
    ] as const)
      made.push((await server.request('POST', '/quotes', quoteBody({ from, to }))).body.transactionId);
    for (const sortOrder of ['asc', 'desc']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await server.request(
          'GET',
          `/transactions?accountIdentifier=${usd}&sortOrder=${sortOrder}&limit=2${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor ?? '';
      } while (cursor !== '');
      expect(seen).toEqual(sortOrder === 'asc' ? made : made.toReversed());
    }
  });

  it('finds payments to all accounts that share an identifier, and refuses more than 1,000 accounts', async () => {
    const server = await start();
    const made: string[] = [];
    let [payer, payee] = ['', ''];
    for (let customer = 0; customer < 3; customer += 1) {
      const { customerId, accounts } = await makeSender(server);
      payer = accounts['USD'] ?? '';
      payee = await makeExternal(server, customerId, 'USD', sharedAccount);
      for (let payment = 0; payment < 3; payment += 1)
        made.push((await server.request('POST', '/quotes', quoteBody({ from: payer, to: payee }))).body.transactionId);
    }
    expect(await ids(server, `receiverAccountIdentifier=${number}`)).toEqual(made.toReversed());
    expect(await ids(server, `accountIdentifier=${number}`)).toEqual(made.toReversed());
    expect(await ids(server, `receiverAccountIdentifier=${number}&sortOrder=asc&limit=4`)).toEqual(made.slice(0, 4));
    const ofOne = `senderAccountIdentifier=${payer}&receiverAccountIdentifier=${number}`;
    expect(await ids(server, ofOne)).toEqual(made.slice(6).toReversed());
    expect(await ids(server, `senderAccountIdentifier=${number}&receiverAccountIdentifier=${number}`)).toEqual([]);

    await keepTwins(server, payee, mostAccounts);
    expect(await ids(server, `receiverAccountIdentifier=${number}&limit=9`)).toEqual(made.toReversed());
    await keepTwins(server, payee, 1);
    const refused = await server.request('GET', `/transactions?receiverAccountIdentifier=${number}`);
    expect([refused.status, refusedFields(refused)]).toEqual([400, ['receiverAccountIdentifier']]);
  });

  it.runIf(engine === 'sqlite')('reads every filter from an index in the order of the list', async () => {
    const server = await start();
    const customerId = storedId('Customer', (await makeReceiver(server)).customerId);
    const account = 'InternalAccount:00000000-0000-7000-8000-000000000000';
    const expected: readonly (readonly [TransactionFilters, readonly string[], string[]?])[] = [
      [{}, ['newest']],
      [{ startDate: '2025-01-01T00:00:00Z' }, ['newest']],
      [{ customerId }, ['customer']],
      [{ platformCustomerId: 'ada' }, ['customer'], [customerId]],
      [{ status: 'FAILED' }, ['status']],
      [{ type: 'INCOMING' }, ['type']],
      [{ reference: 'PP1' }, ['reference']],
      [{ agentId: storedId('Agent', 'Agent:00000000-0000-7000-8000-000000000000') }, ['agent']],
      [{ accountIdentifier: account }, ['source', 'destination']],
      [{ accountIdentifier: '$a@b.example.com' }, ['destination', 'payee', 'payer', 'source']],
      [{ senderAccountIdentifier: account }, ['source']],
      [{ receiverAccountIdentifier: '$a@b.example.com' }, ['destination', 'payee']],
      [{ senderAccountIdentifier: account, receiverAccountIdentifier: '123456789' }, ['source']],
      [{ senderAccountIdentifier: '123456789', receiverAccountIdentifier: account }, ['destination']],
    ];
    for (const [filters, indexes, customerIds] of expected) {
      const plan = await planOf(server, filters, customerIds);
      expect([filters, plan.used.sort()]).toEqual([filters, indexes.map((name) => `transactions_${name}`).sort()]);
      expect([filters, plan.rest]).toEqual([filters, []]);
    }
  });
});

/** Stores further accounts with the identifier of one, up to this total or this many more. */
async function keepTwins({ deps, tenant, clock }: TestServer, id: string, count: number): Promise<void> {
  await deps.database.transaction(async (unit) => {
    const all = await unit.select((db) => db.selectFrom('external_accounts').selectAll().where('tenant', '=', tenant));
    const one = all.find((row) => row.id === id);
    if (one === undefined) throw new Error(`there is no account ${id}`);
    const more = count === 1 ? 1 : count - all.length;
    unit.insert(
      'external_accounts',
      Array.from({ length: more }, () => ({ ...one, id: deps.ids.next('ExternalAccount'), deleted_at: clock.now() })),
    );
  });
}

async function receiveOne(server: TestServer): Promise<{ readonly customerId: string; readonly id: string }> {
  const receiver = await makeReceiver(server);
  return { customerId: receiver.customerId, id: (await receiveUma(server, receiver)).body.id };
}

/** The plan of a list itself, and of the first page of each of several accounts. */
const allowed = [
  /^SEARCH transactions USING (COVERING )?INDEX/,
  /^(LIST|CORRELATED SCALAR) SUBQUERY|^CREATE BLOOM FILTER|^CO-ROUTINE mine|^SCAN (mine|newest VIRTUAL TABLE)/,
  /^SEARCH external_accounts USING INDEX external_accounts_identifier/,
  // Of the first pages.
  /^USE TEMP B-TREE FOR ORDER BY/,
];

/** The indexes that SQLite would search for a list, and any other step of the plan: a scan or a sort. */
async function planOf(
  server: TestServer,
  filters: TransactionFilters,
  customerIds?: readonly string[],
): Promise<{ readonly used: string[]; readonly rest: string[] }> {
  return server.deps.database.read(async (unit) => {
    const page = { limit: 50, order: 'desc', after: undefined } as const;
    const digest = server.deps.sealer.digest;
    const details = await sqlitePlanOf(unit, (listening) =>
      listTransactionRows(listening, server.tenant, filters, customerIds, page, digest),
    );
    const used = details.flatMap((detail) => /INDEX (transactions_\w+)/.exec(detail)?.[1] ?? []);
    return { used, rest: details.filter((detail) => !allowed.some((form) => form.test(detail))) };
  });
}
