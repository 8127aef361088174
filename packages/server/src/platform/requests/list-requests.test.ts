import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { finishedRequest, nothingSaid } from '../../../test/finished-request.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { planOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { encodeCursor } from '../../operation/pagination.ts';
import { RequestLog } from './request-log.ts';
import { listRequests, type RequestFilter } from './requests-repository.ts';

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
const all = /sqlite_autoindex_request_batches_1 \(tenant=\? AND id|request_batches\w*_pkey/;
const marks = /request_marks USING PRIMARY KEY \(tenant=\? AND mark=\? AND batch_id<\?\)|request_marks\w*_pkey/;
/** Of keys, of which one large batch has many. */
const slots = /request_marks USING PRIMARY KEY \(tenant=\? AND mark>\? AND mark<\?\)|request_marks\w*_pkey/;

/** Each filter with the index that finds it, on either engine. */
const lists: readonly (readonly [RequestFilter, RegExp])[] = [
  [{}, all],
  [{ createdAfter: '2025-01-01T00:00:00.000Z', createdBefore: '2025-01-02T00:00:00.000Z' }, all],
  [{ method: 'DELETE' }, marks],
  [{ operationId: 'createQuote' }, marks],
  [{ status: '404' }, marks],
  [{ status: '5xx' }, marks],
  [{ code: 'NOT_FOUND' }, marks],
  [{ tokenId: 'Token:1' }, marks],
  [{ keyDigests: ['digest', 'long digest'] }, marks],
  [{ keyDigests: ['digest', 'long digest'] }, slots],
  [{ resourceId: 'Quote:1' }, marks],
  [{ resourceId: 'Quote:1', status: '5xx', operationId: 'createQuote' }, marks],
];

eachEngine('listing requests', (start) => {
  it('shows requests newest first with their outcome, without reads of the log itself', async () => {
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

  it('shows requests of the platform only, and none that is unauthenticated', async () => {
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

  it('filters by method, operation, status, code, token, key, resource and time, alone and combined', async () => {
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

  it.each(['', '&status=2xx'])('lists every request once over pages with the filter "%s"', async (filter) => {
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

  it('finds requests that three processes wrote at the same time, in pages and by id', async () => {
    const server = await start();
    const { database, ids, sealer } = server.deps;
    const logs = Array.from(
      { length: 3 },
      () => new RequestLog({ database, sealer, onBug: (bug) => expect.fail(String(bug)), tell: () => undefined }),
    );
    const made: string[] = [];
    for (let at = 0; at < 900; at += 1) {
      if (at % 30 === 0) await server.step(100);
      const id = ids.next('ApiRequest');
      made.push(id);
      logs[at % 3]?.listener(finishedRequest(server, { id, status: at % 10 === 0 ? 404 : 200 }), nothingSaid);
    }
    for (const log of logs) await log.flush();
    for (const [filter, wanted] of [
      ['', made],
      ['&status=404', made.filter((_, at) => at % 10 === 0)],
      ['&status=4xx&operationId=getPlatformConfig&method=GET', made.filter((_, at) => at % 10 === 0)],
    ] as const) {
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await server.request('GET', `/requests?limit=70${filter}${cursor}`);
        seen.push(...body.data.map(({ id }: Listed) => id));
        if (!body.hasMore) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect([filter, seen]).toEqual([filter, [...wanted].sort().reverse()]);
    }
    for (const id of made.filter((_, at) => at % 50 === 0))
      expect((await server.request('GET', `/requests/${id}`)).body.id).toBe(id);
  });

  it('uses an index for every filter, without a scan or a sort', async () => {
    const { bare } = await start();
    for (const [filter, index] of lists) {
      const plan = await bare.transaction((unit) =>
        planOf(unit, (listening) => listRequests(listening, 1, page, filter)),
      );
      expect([filter, plan]).toEqual([filter, expect.stringMatching(index)]);
      // Partitions that are read in parallel name the key of their order.
      const slow = /TEMP B-TREE|SCAN (?!counted)|Sort(?! Key)|Seq Scan/;
      expect([filter, plan]).not.toEqual([filter, expect.stringMatching(slow)]);
    }
  });

  it.each(['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z'])(
    'accepts a cursor at the extreme time %s',
    async (at) => {
      const server = await start();
      const answers = await Promise.all(
        ['ApiRequest:1', 'ApiRequest:x', 'ApiRequest:'].map((id) =>
          server.request('GET', `/requests?cursor=${encodeCursor({ createdAt: at, id })}`),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  it.each([
    'limit=0',
    'cursor=nonsense',
    `cursor=${encodeCursor({ createdAt: '+275760-09-13T00:00:00.000Z', id: 'ApiRequest:1' })}`,
    'createdAfter=soon',
    'status=lost',
    'method=get',
  ])('refuses the query %s', async (query) => {
    const server = await start();
    const answer = await server.request('GET', `/requests?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
  });

  it('links a request to the events it caused, and not to events caused by time', async () => {
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
