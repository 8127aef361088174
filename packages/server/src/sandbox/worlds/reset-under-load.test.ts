import { type OperationId, operationTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { expectStatus } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { accessOf, readStream } from '../../../test/read-stream.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { rowsOf } from '../../../test/worlds.ts';

interface Asked {
  readonly operationId: OperationId;
  readonly answer: Answer;
}

/** The current tenant of this token's platform. */
async function tenantNow({ bare, credentials }: TestServer): Promise<number> {
  const rows = await bare.read((unit) =>
    unit.select((db) => db.selectFrom('tokens').select('tenant').where('client_id', '=', credentials.tokenId)),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the token is gone');
  return row.tenant;
}

function codesOf(operationId: OperationId): readonly string[] {
  return Object.values<readonly string[]>(operationTable[operationId].errorCodes).flat();
}

eachEngine('a reset during parallel requests', (start) => {
  it('gives each request a documented response, and carries over no old data', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 10_000_000);
    const to = await makeUsdAccount(server, customerId);
    const quote = quoteBody({ from: accounts['USD'] ?? '', to, amount: 100 });
    const quotes = await Promise.all(Array.from({ length: 24 }, () => server.request('POST', '/quotes', quote)));
    const quoteIds = quotes.map((answer): string => expectStatus(answer, 201).id);
    const streams = await Promise.all(Array.from({ length: 3 }, () => readStream(accessOf(server))));

    const asked: Promise<Asked>[] = [];
    const ask = (operationId: OperationId, method: string, path: string, body?: object): void => {
      const key = method === 'GET' ? {} : { 'idempotency-key': `asked-${asked.length}` };
      asked.push(server.request(method, path, body, key).then((answer) => ({ operationId, answer })));
    };
    const askAll = (quoteId: string): void => {
      ask('createQuote', 'POST', '/quotes', quote);
      ask('executeQuote', 'POST', `/quotes/${quoteId}/execute`, {});
      ask('getQuoteById', 'GET', `/quotes/${quoteId}`);
      ask('listTransactions', 'GET', '/transactions');
      ask('createCustomer', 'POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' });
      ask('sandboxFundInternalAccount', 'POST', `/sandbox/internal-accounts/${accounts['USD']}/fund`, { amount: 5 });
      ask('getPlatformConfig', 'GET', '/config');
    };
    for (const quoteId of quoteIds.slice(0, 12)) askAll(quoteId);
    const reset = server.request('POST', '/sandbox/reset');
    for (const quoteId of quoteIds.slice(12)) askAll(quoteId);
    expect((await reset).status).toBe(204);
    const answers = await Promise.all(asked);

    const refused = answers.filter(({ answer: { status } }) => status >= 400);
    for (const { operationId, answer } of refused) {
      expect(answer.status).not.toBe(500);
      expect(codesOf(operationId)).toContain(answer.body.code);
    }
    for (const { answer } of refused.filter(({ answer: { status } }) => status === 503))
      expect(answer.headers['retry-after']).toBe('1');
    expect(server.takeBugs()).toEqual([]);
    for (const stream of streams) stream.close();

    const tenant = await tenantNow(server);
    expect(tenant).not.toBe(server.tenant);
    const rows = await rowsOf(server, tenant);
    const made = answers.filter(({ operationId, answer }) => operationId === 'createCustomer' && answer.status === 201);
    // Some of the concurrent requests came before the reset, so their data is gone, and some came after it.
    expect(rows['customers']).toBeLessThanOrEqual(made.length);
    const nothing = { quotes: 0, transactions: 0, ledger_entries: 0, ledger_postings: 0, external_accounts: 0 };
    expect(rows).toMatchObject(nothing);
    await expectHealthy(server);
  });
});
