import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { fund, makeSender } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { csvLine } from './entries-csv.ts';

function asCsv(server: TestServer, accountId: string, query = '', accept = 'text/csv'): Promise<Answer> {
  return server.request('GET', `/internal-accounts/${accountId}/entries?${query}`, undefined, { accept });
}

it.each([
  ['what has to be quoted', ['a', 'b,c', 'say "no"', 'two\r\nlines'], 'a,"b,c","say ""no""","two\r\nlines"\r\n'],
  ['what looks like a formula', ['=1+1', '+1', '-1', '@SUM(A1)', '\tx'], "'=1+1,'+1,'-1,'@SUM(A1),'\tx\r\n"],
  ['numbers and nothing', [-5, 0, ''], '-5,0,\r\n'],
])('writes %s as a safe CSV line', (_, cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

oneEngine('the entries of an internal account as CSV', (start) => {
  it('return the whole range, one line per entry, with the values of the JSON', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 1);
    const account = accounts['USD'] ?? '';
    for (let amount = 2; amount <= 30; amount += 1) await fund(server, account, amount);
    const { status, headers, text } = await asCsv(server, account, 'sortOrder=asc');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'no-store',
    ]);
    const id = account.slice('InternalAccount:'.length);
    expect(headers['content-disposition']).toBe(`attachment; filename="entries-${id}-2025-01-01.csv"`);
    const [header, first, ...others] = text.split('\r\n');
    const path = `/internal-accounts/${account}/entries?limit=1&sortOrder=asc`;
    const [entry] = expectStatus(await server.request('GET', path), 200).data;
    expect(header).toBe(
      'id,createdAt,kind,amount,heldAmount,balance,totalBalance,currency,decimals,transactionId,stablecoinOperationId',
    );
    expect(first).toBe(`${entry.id},${entry.createdAt},SANDBOX_FUNDING,1,0,1,1,USD,2,,`);
    expect(others.map((line) => line.split(',')[5])).toEqual([
      ...Array.from({ length: 29 }, (_, at) => String(((at + 2) * (at + 3)) / 2)),
      undefined,
    ]);
  });

  it('return 1203 entries in order, without a gap or a repeat', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const account = accounts['USD'] ?? '';
    const rows = Array.from({ length: 1_203 }, (_, at) => ({
      tenant: server.tenant,
      account_id: account,
      sequence: at + 10,
      entry_id: server.deps.ids.next('LedgerEntry'),
      kind: 'SANDBOX_FUNDING' as const,
      subject_id: 'Funding:1',
      amount_minor: 1n,
      held_amount_minor: 0n,
      balance_minor: BigInt(at + 1),
      held_minor: 0n,
      created_at: '2025-01-01T00:00:00.000Z',
    }));
    await server.bare.transaction(async (unit) => unit.insert('account_entries', rows));
    for (const order of ['asc', 'desc']) {
      const { text } = await asCsv(server, account, `sortOrder=${order}`);
      const balances = text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',')[5]));
      expect(order === 'asc' ? balances : balances.reverse()).toEqual(rows.map((_, at) => at + 1));
    }
  });

  it.each([
    ['text/csv', 'text/csv'],
    ['Text/CSV; charset=utf-8;header=present', 'text/csv'],
    ['text/csv, */*;q=0.1', 'text/csv'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
    ['*/*', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/csv;q=0.5, application/json', 'application/json'],
    ['text/html', 'application/json'],
    ['nothing', 'application/json'],
  ])('answer the header Accept: %s with %s', async (accept, type) => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 1);
    const { status, headers } = await asCsv(server, accounts['USD'] ?? '', '', accept);
    expect([status, headers['content-type']?.split(';')[0], headers['vary']]).toEqual([200, type, 'accept']);
  });

  it('return only the header when there are none, and refuse limit and cursor in JSON', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const account = accounts['USD'] ?? '';
    expect((await asCsv(server, account)).text).toMatch(/^id,[^\n]*\r\n$/);
    const refused = await asCsv(server, account, 'limit=5&cursor=x');
    expect(refusedFields(refused)).toEqual(['limit', 'cursor']);
    const { 'content-type': type, vary } = refused.headers;
    expect([type, vary]).toEqual(['application/json; charset=utf-8', undefined]);
  });

  it('do not apply to GET /customers, which returns JSON for Accept: text/csv', async () => {
    const server = await start();
    const { headers } = await server.request('GET', '/customers', undefined, { accept: 'text/csv' });
    expect([headers['content-type'], headers['vary']]).toEqual(['application/json; charset=utf-8', undefined]);
  });
});
