import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { deflateRawSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { batchesOf, momentOf, readExchange, readMarks, readRequests, type WholeRequest } from './request-batch.ts';
import { inSlot, keySlotOf, marksOfResource } from './request-marks.ts';

const began: Instant = '2025-01-01T00:00:00.000Z';

function requestAt(
  afterMs: number,
  parts: Partial<WholeRequest['request']> = {},
  exchange = '\n\n\n\n\n',
): WholeRequest {
  const createdAt = plusMs(began, afterMs);
  return {
    request: {
      id: firstIdAt('ApiRequest', createdAt),
      createdAt,
      method: 'GET',
      operationId: 'getQuoteById',
      path: '/quotes/Quote:1',
      status: 200,
      code: null,
      durationMs: 3,
      tokenId: 'Token:1',
      agentId: null,
      isReplay: false,
      traceId: '0'.repeat(32),
      resourceIds: ['Quote:1'],
      keyDigest: null,
      ...parts,
    },
    exchange: Buffer.from(exchange),
  };
}

const refused = { status: 404, code: 'QUOTE_NOT_FOUND', tokenId: null, resourceIds: [], keyDigest: 'digest' } as const;

describe('a batch of requests', () => {
  it('stores each request with its exchange, oldest first', async () => {
    const one = requestAt(1, {}, ['', '"key"', '', '{"a":1}', '{"b":"ü"}', ''].join('\n'));
    const other = requestAt(2, refused, ['1', '', '{"limit":1}', '', '', ''].join('\n'));
    const [made, ...more] = await batchesOf('sqlite', 7, [other, one]);
    expect(more).toEqual([]);
    const { requests = '', exchanges = '', ...batch } = made?.batch ?? {};
    expect(batch).toEqual({ tenant: 7, id: other.request.id, first_id: one.request.id, request_count: 2 });
    expect(readRequests(requests)).toEqual([one.request, other.request]);
    expect([readExchange(exchanges, 0), readExchange(exchanges, 1)]).toEqual([
      { idempotencyKey: 'key', query: null, requestBody: '{"a":1}', responseBody: '{"b":"ü"}', isCut: false },
      { idempotencyKey: null, query: '{"limit":1}', requestBody: null, responseBody: null, isCut: true },
    ]);
  });

  it('is readable in the deflate format of earlier releases', async () => {
    const one = requestAt(1, {}, ['', '', '', '{"a":1}', '', ''].join('\n'));
    const [made] = await batchesOf('sqlite', 7, [one]);
    const deflated = (text = ''): string =>
      deflateRawSync(zstdDecompressSync(Buffer.from(text, 'base64'))).toString('base64');
    expect(readRequests(deflated(made?.batch.requests))).toEqual([one.request]);
    expect(readExchange(deflated(made?.batch.exchanges), 0)).toMatchObject({ requestBody: '{"a":1}' });
  });

  it('has one mark per value that its requests are found by', async () => {
    const [made] = await batchesOf('sqlite', 1, [requestAt(1), requestAt(2), requestAt(3, refused)]);
    const marks = [
      'm:GET',
      'o:getQuoteById',
      's:200',
      's:404',
      'c:QUOTE_NOT_FOUND',
      't:Token:1',
      'k:digest',
      'Quote:1',
    ];
    expect(made?.marks).toEqual(marks);
    expect(readMarks('sqlite', made?.batch.requests ?? '')).toEqual(marks);
  });

  it('groups 300 idempotency keys into at most 64 marks on SQLite, and into none on PostgreSQL', async () => {
    const digests = Array.from({ length: 300 }, (_, at) => hash('sha256', String(at), 'base64url').slice(0, 8));
    const requestsOfKeys = digests.map((keyDigest, at) => requestAt(at, { keyDigest }));
    const [made] = await batchesOf('sqlite', 1, requestsOfKeys);
    const [id = '', requests = ''] = [made?.batch.id, made?.batch.requests];
    const inSlots = made?.marks.filter((mark) => mark.startsWith('K')) ?? [];
    expect(made?.marks.filter((mark) => mark.startsWith('k:'))).toEqual([]);
    expect(inSlots.length).toBeLessThanOrEqual(64);
    for (const digest of digests) {
      const slot = keySlotOf(digest);
      const found = inSlots.filter((mark) => mark > slot.prefix && mark < slot.end);
      expect(found).toEqual([expect.stringContaining(slot.part)]);
      expect(found[0]?.startsWith(inSlot(slot, id))).toBe(true);
    }
    expect(readMarks('sqlite', requests)).toEqual(made?.marks);
    const [plain] = await batchesOf('postgres', 1, requestsOfKeys);
    expect(plain?.marks).toEqual(expect.arrayContaining(digests.map((digest) => `k:${digest}`)));
    expect(readMarks('postgres', plain?.batch.requests ?? '')).toEqual(plain?.marks);
  });

  it('has one mark for new resources of one kind created together, and one per other resource', async () => {
    const idsAt = (prefix: string, afterMs: number, count: number): string[] =>
      Array.from({ length: count }, (_, at) => firstIdAt(prefix, plusMs(began, afterMs + at)));
    const [earlier, few, new1, new2] = [
      idsAt('Customer', -dayMs, 9),
      idsAt('Transaction', 0, 3),
      idsAt('Quote', 0, 4),
      idsAt('Quote', 512, 5),
    ];
    const resourceIds = [...earlier, ...few, ...new1, ...new2, 'Quote:1'];
    const [made] = await batchesOf('postgres', 1, [requestAt(1, { resourceIds })]);
    const [shared1, shared2] = [new1, new2].map((ids) => new Set(ids.map((id) => marksOfResource(id)[1] ?? '')));
    const expected = [...earlier, ...few, ...(shared1 ?? []), ...(shared2 ?? []), 'Quote:1'];
    expect([shared1?.size, shared2?.size]).toEqual([1, 1]);
    expect(made?.marks.filter((mark) => /^[A-Z]/.test(mark))).toEqual(expected);
    expect(readMarks('postgres', made?.batch.requests ?? '')).toEqual(made?.marks);
  });

  it('spans at most ten seconds', async () => {
    const made = await batchesOf(
      'sqlite',
      1,
      [0, 4_000, 10_000, 10_001, 15_000, 60_000].map((ms) => requestAt(ms)),
    );
    expect(made.map(({ batch }) => [momentOf(batch.first_id), momentOf(batch.id), batch.request_count])).toEqual([
      [began, plusMs(began, 10_000), 3],
      [plusMs(began, 10_001), plusMs(began, 15_000), 2],
      [plusMs(began, 60_000), plusMs(began, 60_000), 1],
    ]);
  });

  it('compresses 100 equal requests to less than a tenth of their size', async () => {
    const exchange = [
      '',
      '',
      '',
      '',
      JSON.stringify({ data: Array(20).fill({ currency: 'EUR', amount: 1 }) }),
      '',
    ].join('\n');
    const [made] = await batchesOf(
      'sqlite',
      1,
      Array.from({ length: 100 }, (_, at) => requestAt(at, {}, exchange)),
    );
    expect(made?.batch.exchanges.length).toBeLessThan((exchange.length * 100) / 10);
  });
});
