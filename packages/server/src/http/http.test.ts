import { Buffer } from 'node:buffer';
import { operationTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import type { Answer } from '../../test/test-server.ts';
import { wordsOf } from '../../test/words-of.ts';
import { dayMs } from '../ground/clock/instant.ts';

const envelope = (code: string, status: number): object => ({
  code,
  status,
  reason: expect.any(String),
  message: expect.any(String),
  requestId: expect.stringMatching(/^ApiRequest:/),
});

oneEngine('a request before its operation', (start) => {
  it('returns an HTML index at the root to a browser and JSON to other clients', async () => {
    const root = (await start()).baseUrl.replace('/2025-10-13', '/');
    const page = await fetch(root, { headers: { accept: 'text/html,*/*' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('href="healthz"');
    const places = await fetch(root);
    expect(await places.json()).toEqual({ basePath: '/2025-10-13', health: '/healthz' });
  });

  it('names the authentication scheme of the operation in WWW-Authenticate on 401', async () => {
    const { baseUrl } = await start();
    const challengeAt = async (path: string): Promise<unknown[]> => {
      const { status, headers } = await fetch(`${baseUrl}${path}`);
      return [status, headers.get('www-authenticate')];
    };
    expect(await challengeAt('/config')).toEqual([401, 'Basic realm="payments"']);
    expect(await challengeAt('/agents')).toEqual([401, 'Basic realm="payments"']);
    expect(await challengeAt('/agents/me')).toEqual([401, 'Bearer realm="payments"']);
  });

  it('is refused with 404 or 405 in the envelope, with the allowed methods', async () => {
    const server = await start();
    const unknown = await server.request('GET', '/nothing');
    expect([unknown.status, unknown.body]).toEqual([404, envelope('NOT_FOUND', 404)]);
    const wrong = await server.request('DELETE', '/quotes');
    expect([wrong.status, wrong.body, wrong.headers['allow']]).toEqual([
      405,
      envelope('METHOD_NOT_ALLOWED', 405),
      'POST',
    ]);
    const outside = await fetch(server.baseUrl.replace('/2025-10-13', '/elsewhere'));
    expect([outside.status, await outside.json()]).toEqual([404, envelope('NOT_FOUND', 404)]);
  });

  it('is refused when its body is not JSON, too large, too deep, of another type, or not storable', async () => {
    const server = await start();
    const send = async (body: string, type = 'application/json'): Promise<unknown[]> => {
      const answer = await server.request('POST', '/customers', body, { 'content-type': type });
      return [answer.status, answer.body.code];
    };
    expect(await send('{"a":')).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await send('')).toEqual([400, 'INVALID_INPUT']);
    expect(await send(`"${'x'.repeat(1024 * 1024)}"`)).toEqual([413, 'REQUEST_TOO_LARGE']);
    expect(await send('<a/>', 'application/xml')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send('a=b', 'application/x-www-form-urlencoded')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await send('['.repeat(20_000) + ']'.repeat(20_000))).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await send('{"customerType":"INDIVIDUAL","fullName":"a\\u0000b"}')).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await send('{"customerType":"INDIVIDUAL","fullName":"\\ud800"}')).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await send('{"__proto__":{"x":1},"customerType":"INDIVIDUAL"}')).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await send('[]')).toEqual([400, 'INVALID_INPUT']);
    expect(await send('null')).toEqual([400, 'INVALID_INPUT']);
  });

  it('ignores unknown fields', async () => {
    const server = await start();
    const { status, body } = await server.request('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada',
      id: 'Customer:mine',
      surprise: true,
    });
    expect(status).toBe(201);
    expect(body.id).not.toBe('Customer:mine');
    expect(body.surprise).toBeUndefined();
  });
});

oneEngine('credentials', (start) => {
  it('are required on every operation that declares them, and every wrong form gets the same 401', async () => {
    const server = await start();
    const { tokenId, tokenSecret } = server.credentials;
    const encode = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
    const wrong = [
      '',
      'Basic',
      'Basic !!!',
      'Bearer abc',
      encode(tokenId),
      encode(`${tokenId}:wrong`),
      encode(`nobody:${tokenSecret}`),
      encode(`${tokenId}:`),
      encode(':'),
      encode(`${tokenId}\0:x`),
    ];
    const answers = await Promise.all(
      wrong.map((authorization) => server.request('GET', '/config', undefined, { authorization })),
    );
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(wordsOf(answer)).toBe(wordsOf(answers[0] ?? { text: '' }));
    }
    for (const { method, path, security } of Object.values(operationTable)) {
      if (security.length === 0) continue;
      const url = path.replaceAll(/\{(\w+)\}/g, 'x');
      const answer = await server.request(method.toUpperCase(), url, undefined, { authorization: '' });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('allow only the operations of their permissions, and no permission implies another', async () => {
    const server = await start();
    for (const permission of ['VIEW', 'TRANSACT', 'MANAGE'] as const) {
      const limited = await server.withToken([permission]);
      const ofTokens = Object.entries(operationTable).filter(([, { permission: needed }]) => needed !== null);
      for (const [operationId, row] of ofTokens) {
        const url = row.path.replaceAll(/\{(\w+)\}/g, 'x');
        const answer = await limited.request(
          row.method.toUpperCase(),
          url,
          row.method.toUpperCase() === 'GET' ? undefined : row.formMaxBytes === null ? {} : new FormData(),
        );
        const isForbidden = answer.status === 403 && answer.body.code === 'FORBIDDEN';
        expect([operationId, permission, isForbidden]).toEqual([
          operationId,
          permission,
          row.permission !== permission,
        ]);
      }
    }
  });
});

oneEngine('an Idempotency-Key', (start) => {
  it('replays the first response byte for byte and debits the account once', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const body = quoteBody({ from, to: await makeUsdAccount(server, customerId), extra: { immediatelyExecute: true } });
    const first = await server.request('POST', '/quotes', body, { 'idempotency-key': 'intent-1' });
    const again = await server.request('POST', '/quotes', body, { 'idempotency-key': 'intent-1' });
    const quoted = await server.request('POST', '/quotes', body, { 'idempotency-key': '"intent-1"' });
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect(quoted.text).toBe(first.text);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await balanceOf(server, from)).toBe(990_000);
  });

  it('replays the response for the same fields in another order', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) });
    const turned = Object.fromEntries(Object.entries(body).reverse());
    const first = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    const again = await server.request('POST', '/quotes', turned, { 'idempotency-key': 'k' });
    expect(again.text).toBe(first.text);
  });

  it('is refused with another request: 400 on quotes, 409 on execution', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const parts = { from: accounts['USD'] ?? '', to };
    const { body: quote } = await server.request('POST', '/quotes', quoteBody(parts), { 'idempotency-key': 'k' });
    const other = await server.request('POST', '/quotes', quoteBody({ ...parts, amount: 5 }), {
      'idempotency-key': 'k',
    });
    expect([other.status, other.body.code, other.body.details.errors[0].field]).toEqual([
      400,
      'INVALID_INPUT',
      'Idempotency-Key',
    ]);
    await server.request('POST', `/quotes/${quote.id}/execute`, {}, { 'idempotency-key': 'e' });
    const changed = await server.request(
      'POST',
      `/quotes/${quote.id}/execute`,
      { scaFactor: 'SMS_OTP' },
      { 'idempotency-key': 'e' },
    );
    expect([changed.status, changed.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('is refused with 400 for another request when the operation does not declare CONFLICT', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const destination = { accountId: await makeUsdAccount(server, customerId) };
    const transfer = (amount: number, key: string): Promise<Answer> => {
      const body = { source: { accountId: accounts['USD'] }, destination, amount };
      return server.request('POST', '/transfer-out', body, { 'idempotency-key': key });
    };
    expect((await transfer(500, 'k')).status).toBe(201);
    expect(await transfer(600, 'k')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'Idempotency-Key' }] } },
    });
  });

  it('replays an execution, while a new key is refused with 409', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) }),
    );
    const first = await server.request('POST', `/quotes/${quote.id}/execute`, undefined, { 'idempotency-key': 'e' });
    await server.advance(dayMs / 2);
    const again = await server.request('POST', `/quotes/${quote.id}/execute`, undefined, { 'idempotency-key': 'e' });
    const fresh = await server.request('POST', `/quotes/${quote.id}/execute`, undefined, { 'idempotency-key': 'f' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(fresh.status).toBe(409);
  });

  it('does not store a refusal, so the same key works once the cause is gone', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = accounts['USD'] ?? '';
    const body = quoteBody({ from, to: await makeUsdAccount(server, customerId), extra: { immediatelyExecute: true } });
    const refused = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    await server.request('POST', `/sandbox/internal-accounts/${from}/fund`, { amount: 10_000 });
    const served = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    expect([refused.status, served.status]).toEqual([400, 201]);
  });

  it('belongs to one token: another token gets a response of its own', async () => {
    const server = await start();
    const other = await server.withToken(['TRANSACT']);
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) });
    const mine = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    const theirs = await other.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('has 1 to 255 characters', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) });
    const fits = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k'.repeat(255) });
    const long = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k'.repeat(256) });
    const empty = await server.request('POST', '/quotes', body, { 'idempotency-key': '' });
    expect([fits.status, long.status, long.body.code]).toEqual([201, 400, 'INVALID_INPUT']);
    expect([empty.status, empty.body.code]).toEqual([400, 'INVALID_INPUT']);
    const missing = await server.request('POST', '/stablecoins', {});
    const said = [long, empty, missing].map(({ body: { details } }) =>
      details.errors.filter(({ field }: { readonly field: string }) => field === 'Idempotency-Key'),
    );
    expect(said).toEqual([
      [{ field: 'Idempotency-Key', message: 'Send at most 255 characters.', constraint: { maxLength: 255 } }],
      [{ field: 'Idempotency-Key', message: 'Send at least 1 character.', constraint: { minLength: 1 } }],
      [{ field: 'Idempotency-Key', message: 'This field is required.' }],
    ]);
  });
});

eachEngine('an Idempotency-Key', (start) => {
  it('expires after a day, when an executed quote still refuses a second execution', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) }),
    );
    await server.request('POST', `/quotes/${quote.id}/execute`, undefined, { 'idempotency-key': 'e' });
    await server.advance(dayMs);
    const late = await server.request('POST', `/quotes/${quote.id}/execute`, undefined, { 'idempotency-key': 'e' });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });
});
