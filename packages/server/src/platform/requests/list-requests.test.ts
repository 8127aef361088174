import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { sqlitePlanOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { type BoundStatement, bindQuery, type Row, type Statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { keyDigestsOf } from './request-log.ts';
import { listRequestRows, type RequestFilter } from './requests-repository.ts';

interface Listed {
  readonly id: string;
  readonly operationId: string;
  readonly status: number;
}

async function listed(server: TestServer, query = ''): Promise<Listed[]> {
  await server.app.settle();
  const { status, body, text } = await server.request('GET', `/requests?limit=100&${query}`);
  if (status !== 200) throw new Error(text);
  return body.data;
}

const page = {
  limit: 20,
  order: 'desc',
  after: { createdAt: '2025-01-01T00:00:00.000Z', id: 'ApiRequest:1' },
} as const;

/** The key of the table, as SQLite or PostgreSQL names it. */
const all = /sqlite_autoindex_requests_1|requests_pkey/;

/** Each with the index that finds it, on either engine. */
const lists: readonly (readonly [RequestFilter, string | RegExp])[] = [
  [{}, all],
  [{ createdAfter: '2025-01-01T00:00:00.000Z', createdBefore: '2025-01-02T00:00:00.000Z' }, all],
  [{ method: 'DELETE' }, 'requests_operation'],
  [{ operationId: 'createQuote' }, 'requests_operation'],
  [{ status: '404' }, 'requests_status'],
  [{ status: '5xx' }, 'requests_status'],
  [{ code: 'NOT_FOUND' }, 'requests_code'],
  [{ tokenId: 'Token:1' }, 'requests_token'],
  [{ keyDigests: ['digest', 'long digest'] }, /requests_key|_idempotency_key_digest_substr_idx/],
  [{ resourceId: 'Quote:1' }, 'request_resources'],
];

function raw(text: string, values: BoundStatement['values'] = []): Statement<object, Row> {
  return { name: text, bind: () => ({ text, values }) };
}

/** What PostgreSQL does with few rows when it goes through an index wherever there is one. */
async function postgresPlanOf(unit: Unit, filter: RequestFilter): Promise<string[]> {
  for (const costly of ['seqscan', 'sort', 'hashjoin', 'mergejoin', 'bitmapscan', 'material'])
    await unit.run(raw(`SET LOCAL enable_${costly} = off`), {});
  const steps: string[] = [];
  const select: Unit['select'] = async (query) => {
    const { text, values } = bindQuery(unit.engine, query);
    const rows = await unit.all(raw(`EXPLAIN ${text}`, values), {});
    steps.push(...rows.map((row) => String(row['QUERY PLAN'])));
    return [];
  };
  await listRequestRows({ ...unit, engine: unit.engine, select }, 1, page, filter);
  return steps;
}

eachEngine('listing requests', (start, engine) => {
  it('shows the newest first with what came of them, and none that reads the log', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    await server.request('GET', '/quotes/x');
    await server.advance(1_000);
    const read = await server.request('GET', `/customers/${customerId}`);
    const [first, second] = await listed(server);
    expect(first).toEqual({
      id: read.headers['x-request-id'],
      createdAt: '2025-01-01T00:00:01.000Z',
      method: 'GET',
      operationId: 'getCustomerById',
      path: `/customers/${customerId}`,
      status: 200,
      code: null,
      durationMs: expect.any(Number),
      tokenId: expect.stringMatching(/^Token:/),
      agentId: null,
      isReplay: false,
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      resourceIds: [customerId],
    });
    expect(second).toMatchObject({ path: '/quotes/{quoteId}', status: 400, code: 'INVALID_INPUT', resourceIds: [] });
    expect((await listed(server)).map(({ operationId }) => operationId)).not.toContain('listRequests');
  });

  it('shows those of the platform only, and none of nobody', async () => {
    const server = await start();
    const other = await start();
    await other.request('GET', '/config');
    await other.app.settle();
    await server.request('GET', '/config', undefined, { authorization: 'Basic x' });
    expect(await listed(server)).toEqual([]);
    expect(await listed(other)).toHaveLength(1);
    const viewer = await other.withToken(['VIEW']);
    await viewer.request('POST', '/tokens', {});
    expect(await listed(other, 'errorCode=FORBIDDEN')).toMatchObject([{ operationId: 'createToken', status: 403 }]);
    expect((await (await other.withToken(['MANAGE'])).request('GET', '/requests')).body.code).toBe('FORBIDDEN');
  });

  it('filters by method, operation, status, code, token, key, resource and time, together too', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await server.advance(60_000);
    const since = 'createdAfter=2025-01-01T00:01:00Z';
    const body = quoteBody({ from: accounts['USD'] ?? '', to });
    const quote = await server.request('POST', '/quotes', body, { 'idempotency-key': 'invoice 4711' });
    await server.request('POST', '/quotes', body, { 'idempotency-key': 'invoice 4711' });
    await server.request('GET', `/quotes/${quote.body.id}`);
    await server.request('GET', '/quotes/Quote:0198c0de-7a16-7d41-9e4f-60718293a4b5');
    const viewer = await server.withToken(['VIEW']);
    await viewer.request('GET', '/config');
    const found = async (query: string): Promise<string[]> =>
      (await listed(server, `${since}&${query}`)).map(({ operationId, status }) => `${operationId} ${status}`);
    const all = ['getPlatformConfig 200', 'getQuoteById 404', 'getQuoteById 200', 'createQuote 201', 'createQuote 201'];
    expect(await found('')).toEqual(all);
    expect(await found('method=POST')).toEqual(all.slice(3));
    expect(await found('operationId=getQuoteById')).toEqual(all.slice(1, 3));
    expect(await found('status=404')).toEqual(all.slice(1, 2));
    expect(await found('status=4xx')).toEqual(all.slice(1, 2));
    expect(await found('status=2xx')).toEqual([...all.slice(0, 1), ...all.slice(2)]);
    expect(await found('errorCode=QUOTE_NOT_FOUND')).toEqual(all.slice(1, 2));
    const [own] = await listed(server, 'operationId=getPlatformConfig');
    expect(await found(`tokenId=${(own as unknown as { tokenId: string }).tokenId}`)).toEqual(all.slice(0, 1));
    expect(await found('idempotencyKey=invoice%204711')).toEqual(all.slice(3));
    expect(await found('idempotencyKey=invoice')).toEqual([]);
    expect(await found(`resourceId=${quote.body.id}`)).toEqual(all.slice(2));
    expect(await found(`resourceId=${quote.body.id}&method=GET&status=2xx`)).toEqual(all.slice(2, 3));
    expect(await found(`resourceId=${quote.body.transactionId}`)).toEqual(all.slice(3));
    expect(await found('createdBefore=2025-01-01T00:00:59Z')).toEqual([]);
    const replays = await listed(server, 'idempotencyKey=invoice%204711');
    expect(replays).toMatchObject([{ isReplay: true }, { isReplay: false }]);
  });

  it('finds by its key what was kept with a longer digest', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) });
    await server.request('POST', '/quotes', body, { 'idempotency-key': 'since before' });
    const [made] = await listed(server, 'idempotencyKey=since%20before');
    const [, long = ''] = keyDigestsOf(server.deps.sealer, server.tenant, 'since before');
    await server.bare.transaction((unit) =>
      unit.run(raw(`UPDATE requests SET idempotency_key_digest = '${long}' WHERE id = '${made?.id}'`), {}),
    );
    expect(made?.operationId).toBe('createQuote');
    expect(await listed(server, 'idempotencyKey=since%20before')).toEqual([made]);
  });

  it.each(['', '&status=2xx'])('walks through pages, with%s', async (filter) => {
    const server = await start();
    for (let at = 0; at < 5; at += 1) await server.request('GET', at % 2 === 0 ? '/config' : '/customers');
    const whole = await listed(server, filter);
    const seen: Listed[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await server.request('GET', `/requests?limit=2${filter}${cursor}`);
      seen.push(...body.data);
      if (!body.hasMore) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(5);
  });

  it('goes along an index whatever it filters by, so that a long history costs nothing', async () => {
    const { bare } = await start();
    for (const [filter, index] of lists) {
      const steps = await bare.transaction((unit) =>
        engine === 'sqlite'
          ? sqlitePlanOf(unit, (listening) => listRequestRows(listening, 1, page, filter))
          : postgresPlanOf(unit, filter),
      );
      const plan = steps.join('\n');
      expect([filter, plan]).toEqual([filter, expect.stringMatching(index)]);
      // Parts that are read beside each other name the key of their order. None are sorted but those of one millisecond.
      const slow = /TEMP B-TREE(?! FOR LAST TERM)|SCAN|(?<!Incremental )Sort(?! Key)|Seq Scan/;
      expect([filter, plan]).not.toEqual([filter, expect.stringMatching(slow)]);
    }
  });

  it.each(['limit=0', 'cursor=nonsense', 'createdAfter=soon', 'status=lost', 'method=get'])(
    'refuses %s',
    async (query) => {
      const server = await start();
      const answer = await server.request('GET', `/requests?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
    },
  );

  it('leads to the events that came of a request, and not to those that came of time', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const body = { ...quoteBody({ from: accounts['USD'] ?? '', to }), immediatelyExecute: true };
    const quote = await server.request('POST', '/quotes', body);
    await server.advance(7 * 24 * 60 * 60 * 1_000);
    const requestId = quote.headers['x-request-id'];
    const events = (await server.request('GET', `/events?requestId=${requestId}`)).body.data;
    expect(events.map(({ type }: { type: string }) => type)).toContain('OUTGOING_PAYMENT.PENDING');
    expect(events.every((event: { requestId: string }) => event.requestId === requestId)).toBe(true);
    const later = await server.request('GET', `/events?resourceId=${quote.body.transactionId}&limit=1`);
    expect(later.body.data).toMatchObject([{ type: 'OUTGOING_PAYMENT.COMPLETED' }]);
    expect(later.body.data[0]).not.toHaveProperty('requestId');
  });
});
