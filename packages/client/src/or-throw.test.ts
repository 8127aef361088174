import { describe, expect, it } from 'vitest';
import { type Answer, inOrder, startLoopbackServer } from '../test/loopback-server.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './create-client.ts';
import { orThrow } from './or-throw.ts';
import type { PaymentsClient } from './payments-client.ts';

const quoteId = 'Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4';

function clientOf(baseUrl: string): PaymentsClient {
  return createClient({ baseUrl, tokenId: 'token', tokenSecret: 'secret', retry: false });
}

function execute(baseUrl: string): Promise<unknown> {
  const call = clientOf(baseUrl).POST('/quotes/{quoteId}/execute', {
    params: { path: { quoteId }, header: { 'Idempotency-Key': 'invoice-4711' } },
  });
  return orThrow(call).catch((error: unknown) => error);
}

describe('orThrow', () => {
  it('returns the data of a success', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: { id: quoteId } }));
    expect(await execute(server.baseUrl)).toEqual({ id: quoteId });
  });

  it('returns undefined for a 204', async () => {
    await using server = await startLoopbackServer(() => ({ status: 204 }));
    expect(await execute(server.baseUrl)).toBeUndefined();
  });

  it('throws for a 200 without a body', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, headers: { 'Content-Length': '0' } }));
    expect(await execute(server.baseUrl)).toMatchObject({
      name: 'ApiError',
      message:
        '[POST] /quotes/{quoteId}/execute: 200 The response has no body. The request took effect; read the resource to see the result.',
    });
  });

  it('throws a refusal as ApiError with code, reason, body, Idempotency-Key and request id', async () => {
    const body = { code: 'QUOTE_EXPIRED', reason: 'The quote expired.', status: 400, message: 'The quote expired.' };
    await using server = await startLoopbackServer(() => ({ status: 400, body, headers: { 'X-Request-Id': 'r-1' } }));
    const error = await execute(server.baseUrl);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '[POST] /quotes/{quoteId}/execute: 400 QUOTE_EXPIRED The quote expired. (r-1)',
      name: 'ApiError',
      status: 400,
      code: 'QUOTE_EXPIRED',
      reason: 'The quote expired.',
      details: undefined,
      fieldErrors: [],
      body,
      method: 'POST',
      path: '/quotes/{quoteId}/execute',
      idempotencyKey: 'invoice-4711',
      requestId: 'r-1',
    });
  });

  it('reads the request id from the body when the header is missing', async () => {
    const body = { code: 'QUOTE_EXPIRED', reason: 'The quote expired.', requestId: 'ApiRequest:1' };
    await using server = await startLoopbackServer(() => ({ status: 400, body }));
    expect(await execute(server.baseUrl)).toMatchObject({
      message: '[POST] /quotes/{quoteId}/execute: 400 QUOTE_EXPIRED The quote expired. (ApiRequest:1)',
      requestId: 'ApiRequest:1',
    });
  });

  it('lists the invalid fields', async () => {
    const errors = [{ field: 'lockedCurrencyAmount', message: 'must be an integer' }, { unexpected: true }];
    const body = { code: 'INVALID_INPUT', reason: 'The request has 1 invalid field.', details: { errors } };
    await using server = await startLoopbackServer(() => ({ status: 400, body }));
    expect(await execute(server.baseUrl)).toMatchObject({ fieldErrors: [errors[0]], details: { errors } });
  });

  it('names the first five invalid fields in the message, with the fix of each', async () => {
    const errors = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((field) => ({ field, message: 'This field is required.' }));
    const body = { code: 'INVALID_INPUT', reason: 'Correct the fields.', details: { errors } };
    await using server = await startLoopbackServer(() => ({ status: 400, body }));
    expect(await execute(server.baseUrl)).toMatchObject({
      reason: 'Correct the fields.',
      message: `[POST] /quotes/{quoteId}/execute: 400 INVALID_INPUT Correct the fields. [${['a', 'b', 'c', 'd', 'e']
        .map((field) => `${field}: This field is required.`)
        .join(' | ')} | and 2 more]`,
    });
  });

  it('adds a default message to an invalid field without one', async () => {
    const errors = [
      { field: 'amount', constraint: { minimum: 1 } },
      { field: 'name', message: null },
    ];
    const body = { code: 'INVALID_INPUT', reason: 'The request has 2 invalid fields.', details: { errors } };
    await using server = await startLoopbackServer(() => ({ status: 400, body }));
    const message = 'No reason given.';
    expect(await execute(server.baseUrl)).toMatchObject({
      fieldErrors: [
        { field: 'amount', constraint: { minimum: 1 }, message },
        { field: 'name', message },
      ],
    });
  });
});

describe('an ApiError', () => {
  const refusal = (status: number): Answer => ({ status, body: { reason: 'No.' } });
  it.each<[string, boolean, 'GET' | 'POST', readonly [Answer, ...Answer[]]]>([
    ['was refused', false, 'POST', [refusal(403)]],
    ['was refused after a 429', false, 'POST', [refusal(429), refusal(403)]],
    ['was refused with 403 after a lost response', true, 'POST', ['hang up', refusal(403)]],
    ['was refused with 401 after a 503', true, 'POST', [refusal(503), refusal(401)]],
    ['was refused with 400 after a lost response', false, 'POST', ['hang up', refusal(400)]],
    ['failed with 500', true, 'POST', [refusal(500)]],
    ['is a GET', false, 'GET', ['hang up', refusal(403)]],
  ])(
    'reports whether the request may have taken effect: a request that %s, %s',
    async (_what, may, method, answers) => {
      await using server = await startLoopbackServer(inOrder(...answers));
      const retry = { delaysMs: answers.slice(1).map(() => 0), retryAfterMaximumMs: 0 };
      const client = createClient({ baseUrl: server.baseUrl, tokenId: 'token', tokenSecret: 'secret', retry });
      const called =
        method === 'GET'
          ? orThrow(client.GET('/config'))
          : orThrow(client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId } } }));
      await expect(called).rejects.toMatchObject({ name: 'ApiError', mayHaveTakenEffect: may });
      expect(server.requests).toHaveLength(answers.length);
    },
  );
});

describe('a response that is not from the platform', () => {
  it.each([
    ['an error page', { status: 502, body: '<h1>Bad gateway</h1>' }, '502 Bad Gateway', '<h1>Bad gateway</h1>'],
    [
      'no body',
      { status: 502, headers: { 'Content-Length': '0' } },
      '502 Bad Gateway',
      { reason: 'Bad Gateway', status: 502, message: 'Bad Gateway' },
    ],
    ['other JSON', { status: 404, body: ['no'] }, '404 Not Found', ['no']],
    [
      'a newer code',
      { status: 409, body: { code: 'FROM_THE_FUTURE', message: 'New.' } },
      '409 FROM_THE_FUTURE New.',
      { code: 'FROM_THE_FUTURE', message: 'New.' },
    ],
  ])('is thrown without a code: %s', async (_case, answer, said, body) => {
    await using server = await startLoopbackServer(() => answer);
    const error = await execute(server.baseUrl);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: `[POST] /quotes/{quoteId}/execute: ${said}`, code: undefined, body });
  });

  it('is an error of the call even without a body', async () => {
    await using server = await startLoopbackServer(() => ({ status: 503, headers: { 'Content-Length': '0' } }));
    const { data, error } = await clientOf(server.baseUrl).GET('/config');
    expect([data, error]).toEqual([
      undefined,
      { reason: 'Service Unavailable', status: 503, message: 'Service Unavailable' },
    ]);
  });

  it('is named by its path in an ApiError built by hand', async () => {
    await using server = await startLoopbackServer(inOrder({ status: 418, body: 'teapot' }));
    const response = await fetch(`${server.baseUrl}/kettle`);
    expect(new ApiError(response, 'teapot').message).toBe("/2025-10-13/kettle: 418 I'm a Teapot");
  });
});
