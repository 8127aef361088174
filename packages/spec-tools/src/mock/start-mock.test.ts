import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Json, MediaType } from '../../../types/src/specification.ts';
import { isSuccess, type OperationPlace, operationsOf } from '../rules/operations.ts';
import { follow } from '../rules/references.ts';
import { type Mock, startMock } from './start-mock.ts';

const specification = loadSpecification();
const credentials = `Basic ${Buffer.from('id:secret').toString('base64')}`;
let mock: Mock;

beforeAll(async () => {
  mock = await startMock(0);
});
afterAll(() => mock.close());

function firstExample(media: MediaType | undefined): Json | undefined {
  const named = Object.values(media?.examples ?? {})[0];
  return media?.example ?? (named === undefined ? undefined : follow(specification, named).value);
}

function formOf(example: Json): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(example ?? {})) {
    if (name === 'file') form.set(name, new Blob([String(value)]), 'upload');
    else form.set(name, String(value));
  }
  return form;
}

interface ExampleRequest {
  readonly body: string | FormData | null;
  readonly headers: object;
}

/** The body of an example, by default the first, as JSON or as a form, with the header that fetch does not set. */
function requestOf({ operation }: OperationPlace, chosen?: Json): ExampleRequest {
  const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
  const example = chosen ?? firstExample(json ?? form);
  if (example === undefined) return { body: null, headers: {} };
  if (json === undefined) return { body: formOf(example), headers: {} };
  return { body: JSON.stringify(example), headers: { 'content-type': 'application/json' } };
}

/** The example response of this status in the specification. */
function examplesOf({ responses }: OperationPlace, wanted: number): Json[] {
  const response = responses.find(({ status }) => Number(status) === wanted)?.response;
  const media = Object.values(response?.content ?? {})[0];
  return Object.values(media?.examples ?? {}).flatMap((example) => follow(specification, example).value ?? []);
}

function addressOf({ urlPath, parameters }: OperationPlace): string {
  const url = new URL(
    `${mock.baseUrl}${urlPath}`.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const example = parameters.find(({ parameter }) => parameter.name === name)?.parameter.example;
      return encodeURIComponent(String(example));
    }),
  );
  for (const { parameter } of parameters) {
    if (parameter.in === 'query' && parameter.required) url.searchParams.set(parameter.name, String(parameter.example));
  }
  return url.href;
}

/** The required headers of the operation, such as `Idempotency-Key`. */
function requiredHeadersOf({ parameters }: OperationPlace): Record<string, string> {
  const required = parameters.filter(({ parameter }) => parameter.in === 'header' && parameter.required);
  return Object.fromEntries(required.map(({ parameter }) => [parameter.name, String(parameter.example)]));
}

function authorizationOf({ operation }: OperationPlace): string {
  const isForAgents = (operation.security ?? []).some((requirement) => 'AgentAuth' in requirement);
  return isForAgents ? 'Bearer token' : credentials;
}

function askFor(place: OperationPlace, { body, headers }: ExampleRequest, prefer?: string): Promise<Response> {
  return fetch(addressOf(place), {
    method: place.method.toUpperCase(),
    headers: {
      authorization: authorizationOf(place),
      ...requiredHeadersOf(place),
      ...headers,
      ...(prefer !== undefined && { prefer }),
    },
    body,
    signal: AbortSignal.timeout(60_000),
  });
}

describe('the mock of the bundled specification', () => {
  test.each(operationsOf(specification))('answers $id with an example of the specification', async (place) => {
    const response = await askFor(place, requestOf(place));
    const successes = place.responses.map(({ status }) => status).filter(isSuccess);
    expect(response.status).toBe(Number(successes[0]));
    const shown = examplesOf(place, response.status);
    const text = await response.text();
    if (response.status === 204) expect(text).toBe('');
    else if (/json/.test(response.headers.get('content-type') ?? '')) expect(shown).toContainEqual(JSON.parse(text));
    else expect(shown).toContain(text);
  });

  // The first example of each is asked for above.
  test('accepts the other examples of requests', async () => {
    for (const place of operationsOf(specification)) {
      const media = Object.values(place.operation.requestBody?.content ?? {})[0];
      for (const [name, example] of Object.entries(media?.examples ?? {}).slice(1)) {
        const { status } = await askFor(place, requestOf(place, follow(specification, example).value));
        expect([place.id, name, isSuccess(String(status))]).toEqual([place.id, name, true]);
      }
    }
  });

  test('returns the other examples of successes to callers that prefer them, with the required headers', async () => {
    for (const place of operationsOf(specification)) {
      for (const { status, response } of place.responses.filter((one) => isSuccess(one.status))) {
        const required = Object.entries(response.headers ?? {}).filter(
          ([, header]) => follow(specification, header).required === true,
        );
        const { examples = {} } = response.content?.['application/json'] ?? {};
        for (const [name, example] of Object.entries(examples).slice(1)) {
          const answer = await askFor(place, requestOf(place), `code=${status}, example=${name}`);
          const shown = { id: place.id, name, status: answer.status, body: await answer.json() };
          const { value } = follow(specification, example);
          expect(shown).toEqual({ id: place.id, name, status: Number(status), body: value });
          for (const [header] of required) expect([place.id, header, answer.headers.has(header)]).toContain(true);
        }
      }
    }
  });
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: credentials, ...init.headers };
  return fetch(`${mock.baseUrl}${path}`, { signal: AbortSignal.timeout(60_000), ...init, headers });
}

function send(path: string, body: string): Promise<Response> {
  return ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

test('the mock responds to HEAD as to GET, without a body', async () => {
  const { status, headers } = await ask('/customers', { method: 'HEAD' });
  const shown = await ask('/customers');
  expect([status, headers.get('content-length')]).toEqual([200, shown.headers.get('content-length')]);
});

test('the mock ignores the body of an operation without one, as the sandbox does', async () => {
  const path = '/sandbox/webhooks/test';
  expect((await send(path, '{}')).status).toBe(200);
  expect((await ask(path, { method: 'POST', body: 'anything' })).status).toBe(200);
});

describe('a refusal of the mock', () => {
  test('is that of the sandbox for a missing key, type or part of JSON, and for missing credentials', async () => {
    const refusalOf = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
    expect(await refusalOf(send('/stablecoins', 'null'))).toMatchObject({
      details: { errors: [{ field: 'body' }, { field: 'Idempotency-Key', message: 'This field is required.' }] },
    });
    expect(await refusalOf(ask('/customers', { method: 'POST', body: new Uint8Array([1]) }))).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      reason: 'Send the body as application/json.',
    });
    expect(await refusalOf(send('/documents', '{}'))).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 });
    expect(await refusalOf(send('/customers', '{"a":True}'))).toMatchObject({
      reason: 'The body is not valid JSON: T is where a value, a name or a bracket must be.',
    });
    // A body of this size waits for its turn in the sandbox.
    expect(await refusalOf(send('/customers', JSON.stringify({ region: 'x'.repeat(40_000) })))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    // The first example of this refusal is about something else.
    const wallet = '/auth/credentials';
    expect(await refusalOf(fetch(`${mock.baseUrl}${wallet}`, { method: 'POST', body: 'x' }))).toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'Send HTTP Basic with any token id and token secret.',
    });
  });

  test('names the invalid field of the body', async () => {
    const response = await send('/customers', JSON.stringify({ customerType: 'INDIVIDUAL', region: 5 }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'region', message: 'Send a value of type string.' }] },
    });
  });

  test('names the invalid query parameter', async () => {
    const query = await ask('/transactions?limit=many');
    expect(await query.json()).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'limit' }] } });
  });

  test('has a code for invalid JSON, an unknown path, a wrong method and missing credentials', async () => {
    const codeOf = async (answer: Promise<Response>): Promise<unknown[]> => {
      const response = await answer;
      return [response.status, ((await response.json()) as { readonly code: string }).code];
    };
    expect(await codeOf(send('/customers', '{"a":'))).toEqual([400, 'INVALID_REQUEST_FORMAT']);
    expect(await codeOf(send('/customers', ''))).toEqual([400, 'INVALID_INPUT']);
    expect(await codeOf(ask('/nothing'))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(ask('/quotes', { method: 'DELETE' }))).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(await codeOf(fetch(`${mock.baseUrl}/config`))).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(fetch(mock.baseUrl.replace('2025-10-13', 'elsewhere')))).toEqual([404, 'NOT_FOUND']);
  });

  test('is the one that the Prefer header of each command in the guide requests', async () => {
    const guide = readFileSync(new URL('../../../../docs/guides/mock-or-sandbox.md', import.meta.url), 'utf8');
    const commands = [...guide.matchAll(/4010(\/\S+) \\\n\s+-H "Prefer: (.+?)"/g)];
    const statuses = commands.map(async ([, path = '', prefer = '']) => {
      const { origin } = new URL(mock.baseUrl);
      return (await fetch(`${origin}${path}`, { headers: { authorization: credentials, prefer } })).status;
    });
    expect(await Promise.all(statuses)).toEqual([404, 200]);
  });
});

test('the mock refuses a port that is in use', async () => {
  const port = Number(new URL(mock.baseUrl).port);
  await expect(startMock(port)).rejects.toThrow(`Port ${port} is in use.`);
});
