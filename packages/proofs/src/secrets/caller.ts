import { Buffer } from 'node:buffer';
import type { Ready } from '../../../server/test/server-process.ts';
import type { Answer } from '../../../server/test/test-server.ts';
import type { Marks, Place } from './marks.ts';

/** Calls a server, keeps the bodies of its refusals, and sends a key with each change. */
export interface Caller {
  readonly refusals: readonly Place[];
  /** The answer, whatever it is. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The body of a success; throws when it is refused. */
  call(method: string, path: string, body?: unknown): Promise<Answer['body']>;
}

export function createCaller({ baseUrl, tokenId, tokenSecret }: Ready, marks: Marks): Caller {
  const refusals: Place[] = [];
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  marks.add('credentials', authorization.slice('Basic '.length));
  let count = 0;
  const send: Caller['send'] = async (method, path, body, headers = {}) => {
    count += 1;
    const given: Record<string, string> = { authorization };
    if (method !== 'GET') given['idempotency-key'] = marks.add('idempotency key', `marked-key-${count}-of-a-request`);
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) given['content-type'] = 'application/json';
    const init: RequestInit = { method, headers: { ...given, ...headers } };
    if (body !== undefined) init.body = isForm ? body : JSON.stringify(body);
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    if (!response.ok) {
      refusals.push({
        name: `refusal of ${method} ${path.replace(/[?].*|(?<=:)[0-9a-f-]{36}/g, '')}`,
        bytes: Buffer.from(text),
      });
    }
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const parsed = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, text, body: parsed, headers: Object.fromEntries(response.headers) };
  };
  return {
    refusals,
    send,
    call: async (method, path, body) => {
      const answer = await send(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    },
  };
}
