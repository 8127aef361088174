import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSpecification } from '../../packages/types/src/specification.ts';
import { goodSpecification } from '../../spec/rules/break.ts';
import { type Mock, startMock } from './start-mock.ts';

const authorization = `Basic ${Buffer.from('id:secret').toString('base64')}`;
let mock: Mock;

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization, ...init.headers };
  return fetch(`${mock.baseUrl}${path}`, { signal: AbortSignal.timeout(60_000), ...init, headers });
}

beforeAll(async () => {
  mock = await startMock(parseSpecification(JSON.stringify(goodSpecification())), 0);
});

afterAll(() => mock.close());

describe('the mock', () => {
  test('serves the paths below the base path of the specification', async () => {
    expect(mock.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2030-01-01$/);
    const response = await ask('/parcels');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: [], hasMore: false, nextCursor: null });
  });

  test('validates the body of a request', async () => {
    const send = (body: object) =>
      ask('/parcels', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const good = await send({ receiver: { accountType: 'BOX_ACCOUNT', boxNumber: '12345' }, amount: 500 });
    expect(good.status).toBe(201);
    const bad = await send({ receiver: { accountType: 'BOX_ACCOUNT', boxNumber: '12345' }, amount: 'much' });
    expect(bad.status).toBe(400);
  });

  test('answers the status that a client prefers', async () => {
    const response = await ask('/parcels', { headers: { prefer: 'code=400' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('refuses a request without credentials', async () => {
    const response = await fetch(`${mock.baseUrl}/parcels`);
    expect(response.status).toBe(401);
  });
});

test('a taken port is refused in one clear sentence', async () => {
  const port = Number(new URL(mock.baseUrl).port);
  const specification = parseSpecification(JSON.stringify(goodSpecification()));
  await expect(startMock(specification, port)).rejects.toThrow(`Port ${port} is taken.`);
});
