import { Buffer } from 'node:buffer';
import { Pool } from 'undici';
import type { SandboxAccess } from './launch-sandbox.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
  readonly retryAfter: string | undefined;
}

/** Calls one server over kept connections. A request that gets no answer rejects. */
export interface Caller {
  get(path: string): Promise<Answer>;
  /** `key` is the Idempotency-Key. */
  post(path: string, body: string, key?: string): Promise<Answer>;
  patch(path: string, body: string): Promise<Answer>;
  close(): Promise<void>;
}

type Access = Pick<SandboxAccess, 'baseUrl' | 'tokenId' | 'tokenSecret'>;

export function createCaller({ baseUrl, tokenId, tokenSecret }: Access, connections: number): Caller {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  // Generous, because the machine may stand still for seconds.
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    keepAliveTimeout: 30_000,
  });
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;

  const send = async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body: string | undefined,
    key: string | undefined,
  ): Promise<Answer> => {
    const answer = await pool.request({
      method,
      path: `${base}${path}`,
      headers: {
        authorization,
        ...(body === undefined || body === '' ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: body ?? null,
    });
    return {
      status: answer.statusCode,
      text: await answer.body.text(),
      isReplay: answer.headers['idempotent-replayed'] === 'true',
      retryAfter: answer.headers['retry-after']?.toString(),
    };
  };

  return {
    get: (path) => send('GET', path, undefined, undefined),
    post: (path, body, key) => send('POST', path, body, key),
    patch: (path, body) => send('PATCH', path, body, undefined),
    close: () => pool.destroy(),
  };
}

/** The parsed body of an answer that must have this status. */
export function expectStatus(answer: Answer, status: number): unknown {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text);
}
